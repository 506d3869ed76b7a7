document.getElementById('inline').dataset.ready = '1';
