const routes = {
  '/spa': () => '<h1>Inbox</h1><ul><li class="task">Water the plants</li><li class="task">Call the printer</li></ul>',
  '/spa/settings': () => '<h1>Settings</h1><p class="lead">Choose how Tasks looks.</p><button id="theme">Change theme</button>',
};
const app = document.getElementById('app');
const show = () => {
  document.title = location.pathname.endsWith('settings') ? 'Settings' : 'Inbox';
  app.replaceChildren();
  const frame = document.createElement('main');
  const nav = document.createElement('nav');
  for (const path of Object.keys(routes)) {
    const link = document.createElement('a');
    link.href = `${path}?from=nav&key=topsecret`;
    link.textContent = path;
    nav.append(link, ' ');
  }
  frame.innerHTML = (routes[location.pathname] ?? routes['/spa'])();
  app.append(nav, frame);
};
addEventListener('click', (event) => {
  const link = event.target.closest?.('a');
  if (!link) return;
  event.preventDefault();
  history.pushState({}, '', link.href);
  show();
});
addEventListener('popstate', show);
addEventListener('keydown', (event) => {
  if (event.key === 's') document.body.dataset.shortcut = 'ran';
  if (event.key === 'Escape') document.body.dataset.escaped = 'yes';
});
show();
// The loader is there by the time everything has loaded.
addEventListener('load', () => {
  console.error('Could not load https://api.example.test/v1/tasks?api_key=topsecret', { get secret() { document.body.dataset.read = 'yes'; return 1; } });
  fetch('/missing.json?token=topsecret#frag').catch(() => {});
  const request = new XMLHttpRequest();
  request.open('PUT', '/gone?password=topsecret');
  request.send();
});
