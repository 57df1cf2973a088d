// A provider that accepts every user at once, so that each connection of the soak has another account.
import { defineProviders } from 'tax-connect/providers';

export default defineProviders([
  {
    info: { id: 'soak', name: 'Soak Tax', domain: 'soak.example' },
    fields: [
      { name: 'username', label: { en: 'User name' }, type: 'text', autocomplete: 'username' },
    ],
    begin: async ({ username = '' }) => ({
      status: 'accepted',
      subject: username,
      label: username,
    }),
    answer: async () => ({ status: 'refused' }),
  },
]);
