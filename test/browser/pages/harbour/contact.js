const form = document.querySelector('#contact');

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const { email } = Object.fromEntries(new FormData(form));
  if (email.includes('@')) return;
  form.reset();
  form.querySelector('.error').textContent = 'Enter your email address.';
});
