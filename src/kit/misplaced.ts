/** Finds the notice for an origin that the service refuses. Only the page knows it: a proxy may change `Host`. */
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
