// Sorts tables and unfolds trees; a page without either has no script.
'use strict';

const number = text => parseFloat(text.replace(/,/g, ''));
// What is no number comes after all numbers, whichever way they are sorted.
const compare = (one, other, sign) => {
  const [a, b] = [number(one), number(other)];
  if (Number.isNaN(a) && Number.isNaN(b)) return sign * one.localeCompare(other);
  return Number.isNaN(a) ? 1 : Number.isNaN(b) ? -1 : sign * (a - b);
};

for (const table of document.querySelectorAll('table.sortable')) {
  const heads = [...table.querySelectorAll('thead th')];
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener('click', () => {
      const sign = head.ariaSort === 'ascending' ? -1 : 1;
      heads.forEach(other => other.removeAttribute('aria-sort'));
      head.setAttribute('aria-sort', sign > 0 ? 'ascending' : 'descending');
      const body = table.tBodies[0];
      const text = row => row.cells[column].textContent;
      body.append(...[...body.rows].sort((a, b) => compare(text(a), text(b), sign)));
    });
  });
}

const COLOURS = {y: 'elsewhere', g: 'correct', '-': 'absent'};

function element(name, text, className) {
  const made = document.createElement(name);
  if (text) made.textContent = text;
  if (className) made.className = className;
  return made;
}

function capital(letter) {
  const made = letter.toUpperCase();
  return made.toLowerCase() === letter ? made : letter;  // not where another letter has it: ß, ı
}

function tiles(word, reply) {
  const row = element('span', '', 'tiles');
  row.setAttribute('role', 'img');
  const letters = [...word];
  row.setAttribute('aria-label', letters.map((one, at) => `${one} ${COLOURS[reply[at]]}`).join(', '));
  letters.forEach((one, at) => row.append(element('i', capital(one), reply[at])));
  return row;
}

const count = node =>
  typeof node === 'string' ? 1 : node[1] + Object.values(node[2]).reduce((sum, one) => sum + count(one), 0);

function list([guess, , branches]) {
  const made = element('ul');
  for (const [reply, branch] of Object.entries(branches)) {
    const item = element('li');
    if (typeof branch === 'string') {
      item.append(tiles(guess, reply), element('b', branch));
    } else {
      const fold = element('details'), head = element('summary');
      head.append(tiles(guess, reply), element(branch[1] ? 'b' : 'span', branch[0]),
        element('small', ` ${count(branch)} answers`));
      fold.append(head);
      fold.addEventListener('toggle', () => fold.append(list(branch)), {once: true});
      item.append(fold);
    }
    made.append(item);
  }
  return made;
}

for (const tree of document.querySelectorAll('details.tree')) {
  tree.addEventListener('toggle', () => {
    const root = JSON.parse(tree.querySelector('script').textContent);
    if (typeof root !== 'string') tree.append(list(root));
  }, {once: true});
}

function follow() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches('details.tree')) target.open = true;
}
addEventListener('hashchange', follow);
follow();
