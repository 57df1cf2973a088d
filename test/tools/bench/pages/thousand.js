// A list that is longer than a real one.
const total = 1000;

const kinds = ['Liberty', 'Golden', 'Summit', 'Premier', 'Family'];

export const providers = Array.from({ length: total }, (_, index) => ({
  id: `provider-${index}`,
  name: `${kinds[index % kinds.length]} Tax ${index}`,
  domain: `office-${index}.example`,
  aliases: [`LT${index}`],
  popular: index % 200 === 0,
  logo: null,
  status: /** @type {'available' | 'unavailable'} */ (index % 50 ? 'available' : 'unavailable'),
  reason: null,
  surface: /** @type {const} */ ('any'),
}));
