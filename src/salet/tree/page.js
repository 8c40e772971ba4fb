const input = document.querySelector('input'), output = document.querySelector('output');
let places = [], next = 0;
function forget() {
  document.querySelectorAll('.found').forEach(place => place.classList.remove('found'));
}
function show() {
  forget();
  if (!places.length) return;
  const place = places[next++ % places.length];
  for (let fold = place.closest('details'); fold; fold = fold.parentElement.closest('details'))
    fold.open = true;
  place.classList.add('found');
  place.scrollIntoView({block: 'center'});
}
input.addEventListener('input', () => {
  const text = input.value.trim().toLowerCase();
  const words = text ? [...document.querySelectorAll('.word')] : [];
  const exact = words.filter(word => word.textContent === text);
  places = exact.length ? exact : words.filter(word => word.textContent.startsWith(text));
  next = 0;
  forget();
  output.value = !text ? '' : !places.length ? 'not in this tree' :
    places.length > 1 ? `${places.length} places; Enter goes from one to the next` : '1 place';
  if (exact.length || places.length === 1) show();
});
document.querySelector('form').addEventListener('submit', event => {
  event.preventDefault();
  show();
});
document.querySelector('button[type=button]').addEventListener('click', () =>
  document.querySelectorAll('li details').forEach(branch => { branch.open = false; }));
