// A provider whose grants can be used once before they must be renewed. The office of the soak stores them, so that
// it knows at the end which ones are valid, whichever process was killed.
import { defineProviders } from 'tax-connect/providers';

/**
 * @param {'give' | 'use' | 'renew' | 'revoke'} act
 * @param {object} fields - the fields of the grant
 */
async function askOffice(act, fields) {
  const response = await fetch(`${process.env.SOAK_OFFICE}/${act}`, {
    method: 'POST',
    body: JSON.stringify({ ...fields, pid: process.pid }),
  });
  return await response.json();
}

/** @param {'username' | 'mark'} name */
const field = (name) => ({ name, label: { en: name }, type: /** @type {const} */ ('text') });

export default defineProviders([
  {
    info: { id: 'soak', name: 'Soak Tax', domain: 'soak.example', shares: ['returns'] },
    fields: [field('username'), field('mark')],
    begin: async ({ username = '', mark = '' }) => ({
      ...{ status: 'accepted', subject: username, label: username },
      grant: await askOffice('give', { mark }),
    }),
    answer: async () => ({ status: 'refused' }),
    revoke: (grant) => askOffice('revoke', /** @type {object} */ (grant)),
    async refresh({ grant }) {
      const renewed = await askOffice('renew', /** @type {object} */ (grant));
      if (renewed.id === undefined) return { status: 'login_required' };
      return { status: 'ok', value: null, grant: renewed };
    },
    records: {
      async list(_request, { grant, renewGrant }) {
        let current = /** @type {{ mark: string }} */ (grant);
        let { isAlive } = await askOffice('use', current);
        if (!isAlive) {
          current = /** @type {{ mark: string }} */ (await renewGrant());
          ({ isAlive } = await askOffice('use', { ...current, isFresh: true }));
        }
        if (!isAlive) return { status: 'login_required' };
        const type = /** @type {const} */ ('return');
        const record = { id: 'r1', type, tax_year: 2024, jurisdiction: 'US' };
        const rest = { form: null, status: null, filed_at: null, files: [] };
        return { status: 'ok', value: { records: [{ ...record, ...rest, name: current.mark }] } };
      },
      read: async () => ({ status: 'not_found' }),
    },
  },
]);
