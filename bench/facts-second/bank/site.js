document.querySelector('#simple').addEventListener('click', () => { location.hash = 'open'; });
