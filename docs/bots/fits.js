#!/usr/bin/env node
// A bot: guesses a word that fits all replies and was not used before.
const lines = require("readline").createInterface({ input: process.stdin });
let words = require("fs").readFileSync("answers.txt", "utf8").trim().split("\n");

function patternOf(guess, answer) {
  const left = [...answer].filter((letter, i) => letter !== guess[i]);
  return [...guess].map((letter, i) => {
    if (letter === answer[i]) return "g";
    const place = left.indexOf(letter);
    return place < 0 ? "-" : (left.splice(place, 1), "y");
  }).join("");
}

lines.on("line", (line) => {
  const ask = JSON.parse(line);
  const used = ask.history.map((game) => game.answer);
  words = words.filter((word) => !used.includes(word));
  const fits = words.filter((w) => ask.turns.every((t) => patternOf(t.guess, w) === t.pattern));
  const word = fits[ask.seed % fits.length];
  const pattern = patternOf(ask.guessed || word, word);
  console.log(JSON.stringify({ guess: word, word: word, pattern: pattern }));
});
