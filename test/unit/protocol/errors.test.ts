it.each(['localhost', 'app.localhost', '127.0.0.1', '127.12.255.1', '[::1]'])(
  '%s is this machine',
  (name) => expect(isLoopback(name)).toBe(true),
);

it.each([
  'notlocalhost',
  'localhost.evil.example',
  'x127.0.0.1',
  '127.0.0.1.evil.example',
  '[::12]',
])('%s is another machine', (name) => expect(isLoopback(name)).toBe(false));
