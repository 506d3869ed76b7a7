// The page's own site, or the one that its address names: a workspace's sample site. The tab keeps the name, since notes
// store the page's address.
const address = new URL(location.href);
const named = address.searchParams.get('site');
if (named !== null) {
  sessionStorage.setItem('sample-site', named);
  address.searchParams.delete('site');
  history.replaceState(history.state, '', address);
}
const asked = sessionStorage.getItem('sample-site') ?? '';
const loader = /^sv[\w.-]{1,120}$/.test(asked) ? asked : document.documentElement.dataset.loader;
if (loader) {
  const script = document.createElement('script');
  script.src = `/w/${loader}/widget.js`;
  document.head.append(script);
}

const basket = document.querySelector('[data-cart]');
const stage = document.querySelector('[data-stage]');

document.querySelector('.finish').addEventListener('change', ({ target }) => {
  stage.dataset.stage = target.value;
});
document.querySelector('.buy').addEventListener('submit', (event) => {
  event.preventDefault();
  basket.value = Number(basket.value) + Number(event.target.elements.quantity.value || 1);
});
document.querySelector('.subscribe').addEventListener('submit', (event) => event.preventDefault());
