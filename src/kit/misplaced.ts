/**
 * Finds out whether the page is open at another origin than the service's setting PUBLIC_URL. The service would refuse
 * all requests of such a page, so the page explains the problem first. Only the page knows its origin, because a proxy
 * may have changed the `Host` of the request for the page.
 *
 * @param page - a document of the service, with its template `#misplaced`
 * @returns the notice that replaces the page, with its text in one line; undefined when the origin is right
 */
export function findMisplaced(page: Document, origin: string) {
  const template = page.querySelector<HTMLTemplateElement>('template#misplaced');
  if (!template || template.dataset.publicUrl === origin) return undefined;
  const notice = page.importNode(template.content, true);
  for (const place of notice.querySelectorAll('[data-origin]')) place.textContent = origin;
  const texts = [...notice.querySelectorAll('p')].map(({ textContent }) => textContent.trim());
  return {
    message: texts.join(' '),
    show: () => page.body.replaceChildren(notice),
  };
}
