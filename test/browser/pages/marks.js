function BuyButton() {}
document.querySelector('.react').__reactFiber$x1 = {
  type: 'button',
  _debugSource: { fileName: '/src/shop/buy-button.tsx', lineNumber: 42 },
  return: { type: BuyButton, return: { type: { displayName: 'ShopPage' }, return: null } },
};
document.querySelector('.vue').__vueParentComponent = {
  type: { __name: 'PriceTag', __file: '/src/price-tag.vue' },
  parent: { type: { name: 'AppRoot' }, parent: null },
};
