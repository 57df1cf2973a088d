/**
 * Finds the notice for a page at another origin than PUBLIC_URL, whose requests the service would refuse. Only the page
 * knows its origin, because a proxy may have changed the `Host` of the request for it.
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
