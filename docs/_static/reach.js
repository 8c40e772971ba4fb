// What the theme lacks for those who use a keyboard or a screen reader.
document.addEventListener("DOMContentLoaded", () => {
  for (const block of document.querySelectorAll("pre")) block.tabIndex = 0; // arrow keys scroll it
  document.querySelector(".sidebar-drawer")?.setAttribute("aria-label", "Pages");
  document.querySelector(".toc-drawer")?.setAttribute("aria-label", "On this page");
  const main = document.querySelector("[role=main], main, article");
  if (!document.querySelector("h1")) {
    const title = document.createElement("h1");
    title.textContent = document.title.split(" - ")[0];
    main.prepend(title);
  }
});
