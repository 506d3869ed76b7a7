const body = document.querySelector('#ledger tbody');
for (let row = 0; row < 1000; row += 1) {
  const line = document.createElement('tr');
  for (let column = 0; column < 4; column += 1) {
    const cell = document.createElement('td');
    cell.textContent = `${row}.${column}`;
    line.append(cell);
  }
  body.append(line);
}
