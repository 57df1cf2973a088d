/** Corrects JSON that `openid-client` would refuse: null or empty members, a missing type, and a list of scopes. */
export function correctJson(text: string): string {
  try {
    const body: unknown = JSON.parse(text, (_, value) =>
      value === null || value === '' ? undefined : value,
    );
    const { access_token: token, token_type: type = 'Bearer', scope } = Object(body);
    if (typeof token !== 'string') return JSON.stringify(body);
    const scopes = Array.isArray(scope) ? scope.join(' ') : scope;
    return JSON.stringify({ ...Object(body), token_type: type, scope: scopes });
  } catch {
    return text;
  }
}
