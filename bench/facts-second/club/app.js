const h = (tag, props = {}, ...children) => {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value);
  }
  node.append(...children.flat());
  return node;
};

const go = (event) => {
  event.preventDefault();
  history.pushState({}, '', event.currentTarget.getAttribute('href'));
  render();
};

const link = (href, text, props = {}) => h('a', { href, onclick: go, ...props }, text);

const boats = [
  { id: 'gull', name: 'Gull', length: '5.2 m', price: '$45' },
  { id: 'heron', name: 'Heron', length: '6.8 m', price: '$60' },
  { id: 'tern', name: 'Tern', length: undefined, price: '$38' },
];

const Card = (boat) =>
  h('article', { class: 'sc-card', id: `card-${boat.id}` },
    h('h3', {}, boat.name),
    h('p', { id: `len-${boat.id}` }, `Length: ${boat.length}`),
    h('p', {}, `From ${boat.price} a day`),
    link(`/club/boats/${boat.id}`, `Book the ${boat.name}`));

const Home = () =>
  h('main', { class: 'sc-wrap' },
    h('h1', {}, 'Sail from the old harbor'),
    h('p', { id: 'intro' }, 'We keep a small fleet and teach people of all ages. Come by on any weekend and look at the boats.'),
    h('p', { id: 'greet' }, `Welcome back, ${window.member?.name}!`),
    h('p', { id: 'undefinedbay' }, 'The bay behind the island has an undefined border, so keep to the buoys.'),
    h('h2', {}, 'Our boats'),
    h('div', { class: 'sc-grid' }, boats.map(Card)),
    h('p', { id: 'heronprice' }, 'Special: book the Heron now. Heron: $72 a day.'),
    h('div', { class: 'sc-pager', id: 'pager' }, ['1', '2', '3', '4'].map((n) => h('button', { type: 'button' }, n))),
    h('p', { id: 'pagerlabel', class: 'sc-muted' }, 'Showing page one of four'),
    h('p', { id: 'tide', class: 'sc-quiet' }, 'Tide tables are kept at the pier.'),
    h('div', { class: 'sc-dots', id: 'dots' }, ['a', 'b'].map((n) => h('button', { type: 'button', 'aria-label': `Show picture ${n}` }))),
    h('h2', {}, 'Join us'),
    h('button', { class: 'sc-btn', id: 'menu', type: 'button' }, h('svg', { width: '18', height: '18', 'aria-hidden': 'true' })),
    h('button', { class: 'sc-btn', id: 'search', type: 'button', 'aria-label': 'Search' }, '\u2315'),
    h('button', { class: 'sc-btn sc-btn--ghost', id: 'join', type: 'button', 'aria-label': 'Become a member' }, 'Join the club'),
    h('button', { class: 'sc-btn sc-btn--ghost', id: 'ask', type: 'button', 'aria-label': 'Ask a trainer about courses' }, 'Ask a trainer'),
    h('p', { id: 'course' }, 'The next beginner course starts on April 11, 2026. Sign up now!'),
    h('p', { id: 'coursenext' }, 'The autumn course starts on September 12, 2026.'),
    h('p', { id: 'founded' }, 'The club was founded on May 4, 1987.'),
    h('p', { class: 'sc-note', id: 'terms' }, 'Life jackets must be worn at all times.'),
    h('p', { class: 'sc-mini', id: 'weather' }, 'Weather can change plans at short notice.'),
    h('p', {}, link('/club/archive', 'Photos of past seasons', { id: 'archive' })),
    h('p', {}, link('/club/calendar', 'Calendar of races', { id: 'calendar' })),
    h('p', {}, h('a', { id: 'hash', href: '#' }, 'Show the map of the pier')),
    h('p', {}, h('a', { id: 'tohome', href: '#root' }, 'Back to the top')),
    h('p', {}, h('a', { id: 'toteam', href: '#team' }, 'Meet our trainers')),
    h('p', { id: 'localdev' }, h('a', { href: 'http://localhost:5173/club/admin' }, 'Crew area')));

const Other = () => h('main', { class: 'sc-wrap' }, h('h1', {}, 'Boat'), h('p', {}, 'All about this boat.'));

function render() {
  const top = h('header', { class: 'sc-topbar' },
    link('/club/', 'Harbor Sailing Club', { class: 'sc-brand' }),
    h('nav', { 'aria-label': 'Main' }, link('/club/boats', 'Boats'), link('/club/courses', 'Courses')));
  const foot = h('footer', {}, h('p', { id: 'rights' }, '\u00a9 2019 Harbor Sailing Club'), h('p', { id: 'since' }, 'On the water since 1987.'));
  const page = location.pathname === '/club/' ? Home() : Other();
  document.getElementById('root').replaceChildren(top, page, foot);
}

addEventListener('popstate', render);
render();
fetch('/club/api/weather').then((r) => r.json()).then((w) => w.wind);
fetch('/club/api/tides.json').then((r) => r.text());
setTimeout(() => { window.analytics.track('view'); }, 50);
console.warn('Fast refresh is off in production.');
