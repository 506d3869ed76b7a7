const cart = JSON.parse(sessionStorage.getItem('cart') ?? '{}');

const prices = { lighthouse: 1200, decaf: 1300 };

const add = (sku) => {
  const { [sku]: price } = prices;
  cart[sku] = { count: (cart[sku]?.count ?? 0) + 1, price: price.toFixed(2) };
  sessionStorage.setItem('cart', JSON.stringify(cart));
};

for (const button of document.querySelectorAll('[data-add]')) {
  button.addEventListener('click', () => add(button.dataset.add));
}
