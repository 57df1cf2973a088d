/**
 * @param path - the path of a request, without a query
 * @param patterns - the paths of the endpoints in the router's syntax: `/sdk/:folder/:name{.+}`
 * @throws Error for a path without an endpoint; it lists the existing paths
 */
export function assertPath(path: string, patterns: readonly string[]): void {
  // A pattern with a star only refuses requests for other paths or methods.
  const known = patterns.filter((pattern) => !pattern.includes('*'));
  if (known.some((pattern) => toExpression(pattern).test(path))) return;
  const names = known.filter((pattern) => !pattern.includes('/:')).sort();
  throw new Error(
    `failNext: the service has no path ${path}. Give one of these, without a query: ${names.join(', ')}.`,
  );
}

function toExpression(pattern: string): RegExp {
  const parts = pattern.split('/').map((part) => {
    if (part.startsWith(':')) return part.includes('{') ? '.+' : '[^/]+';
    return part.replace(/[.]/g, '\\.');
  });
  return new RegExp(`^${parts.join('/')}$`);
}
