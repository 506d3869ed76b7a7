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
