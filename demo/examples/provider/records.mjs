// Reads tax returns at the provider's API, for the plug-in in providers.mjs.

/**
 * @param {string} baseUrl - the URL of the provider's API
 * @returns {Pick<import('tax-connect/providers').CredentialProvider, 'records' | 'refresh'>} the parts of a plug-in
 *   that read records. Their grant is `{ id, token }`. When the token has expired, the ID is exchanged for a new token
 */
export function readReturnsAt(baseUrl) {
  /** Sends a request with the grant's token. If the provider refuses it, renews the grant and tries once more. */
  async function ask(path, { grant, signal, renewGrant }) {
    const send = ({ token }) =>
      fetch(new URL(path, baseUrl), { headers: { Authorization: `Bearer ${token}` }, signal });
    const response = await send(grant);
    return response.status === 401 ? await send(await renewGrant()) : response;
  }

  return {
    records: {
      async list({ taxYear, limit, cursor }, context) {
        const query = new URLSearchParams({ limit: String(limit) });
        if (taxYear !== undefined) query.set('year', String(taxYear));
        if (cursor !== undefined) query.set('after', cursor);
        const response = await ask(`/returns?${query}`, context);
        if (!response.ok) return fail(response);
        const { returns, next } = await response.json();
        return { status: 'ok', value: { records: returns.map(toRecord), nextCursor: next } };
      },
      async read({ recordId }, context) {
        const response = await ask(`/returns/${encodeURIComponent(recordId)}`, context);
        if (!response.ok) return fail(response);
        const found = await response.json();
        return { status: 'ok', value: { ...toRecord(found), data: { lines: found.lines } } };
      },
      async file({ recordId }, context) {
        const response = await ask(`/returns/${encodeURIComponent(recordId)}/pdf`, context);
        if (!response.ok || !response.body) return fail(response);
        return { status: 'ok', value: { mediaType: 'application/pdf', body: response.body } };
      },
    },
    async refresh({ grant, signal }) {
      const url = new URL(`/grants/${grant.id}/token`, baseUrl);
      const response = await fetch(url, { method: 'POST', signal });
      // The provider has ended the grant for good.
      if (response.status === 404) return { status: 'login_required' };
      if (!response.ok) return fail(response);
      const { token } = await response.json();
      return { status: 'ok', value: null, grant: { id: grant.id, token } };
    },
  };
}

function fail(response) {
  if (response.status === 404) return { status: 'not_found' };
  const retryAfterSeconds = Number(response.headers.get('Retry-After')) || undefined;
  return { status: 'failed', retryAfterSeconds };
}

function toRecord({ id, year, state, filedOn, pdfBytes }) {
  return {
    id,
    type: 'return',
    name: `Form 1040, ${year}`,
    tax_year: year,
    jurisdiction: 'US',
    form: '1040',
    status: state,
    filed_at: filedOn,
    files: [
      { id: 'pdf', name: `1040-${year}.pdf`, media_type: 'application/pdf', bytes: pdfBytes },
    ],
  };
}
