// A strategy playing one answer, step by step.

import { Guard, post } from "./api.js";
import { announce, count, el, find, replace, sentence } from "./dom.js";
import { capital, mini } from "./tiles.js";

// `written(request)` is told what is asked.
export function wireWatch(written) {
  const guard = new Guard();
  let game = null;
  let shown = 0;

  const next = find("#next-step");
  const all = find("#all-steps");

  function step() {
    if (shown >= game.steps.length) return;
    const turn = game.steps[shown];
    shown += 1;
    const words = turn.words.join(" ") + (turn.after > turn.words.length ? " ..." : "");
    const last = shown === game.steps.length;
    find("#steps").append(
      el("div", { class: "step" }, el("b", {}, String(shown)), mini(turn.guess, turn.pattern),
        el("span", {}, `${turn.before.toLocaleString("en")} → ${count(turn.after, "word")}`),
        el("span", { class: "small soft word" }, last && game.solved ? "found" : words)),
    );
    next.disabled = all.disabled = last;
    announce(`${capital(turn.guess)}: ${count(turn.after, "word")} left`);
  }

  next.addEventListener("click", step);
  all.addEventListener("click", () => {
    while (shown < game.steps.length) step();
  });
  find("#watch-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const signal = guard.begin();
    const message = find("#watch-message");
    const request = {
      strategy: find("#watch-strategy").value.trim(),
      answer: find("#watch-answer").value.trim(),
      lexicon: find("#watch-lexicon").value,
      hard: find("#watch-hard").value,
    };
    message.textContent = "";
    next.disabled = all.disabled = true;
    replace(find("#steps"), el("p", { class: "soft" }, "It is playing ..."));
    find("#watch-title").textContent = "Steps";
    written(request);
    try {
      game = await post("/game", request, signal);
      if (signal.aborted) return;
      shown = 0;
      replace(find("#steps"));
      find("#watch-title").textContent = `${game.strategy} on ${capital(game.answer)}`;
      for (const problem of game.problems) message.textContent = sentence(problem);
      if (game.steps.length) step();
    } catch (error) {
      if (signal.aborted) return;
      replace(find("#steps"));
      message.textContent = sentence(error.message);
    }
  });
}
