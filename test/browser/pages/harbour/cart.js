const cents = (text) => Math.round(Number(text.replace('€', '')) * 100);

let total = 0;
for (const row of document.querySelectorAll('tbody tr')) {
  const [, count, price] = row.children;
  if (Number(count.textContent) > 0) total += cents(price.textContent);
}
document.querySelector('#total').textContent = `€${(total / 100).toFixed(2)}`;
