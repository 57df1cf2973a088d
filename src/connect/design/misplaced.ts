/** A page that is open at another origin than its service's own. */
export interface Misplaced {
  /** One line: the error, and the setting that fixes it. */
  readonly message: string;
  /** Puts the service's notice in the place of the page. */
  show(): void;
}

/**
 * Only the page knows where it is open: a proxy may have changed the `Host` of its request. Elsewhere
 * than at PUBLIC_URL the service refuses all that the page sends, so it says what is wrong first.
 *
 * @param page - a document of the service, with its template `#misplaced`
 * @param origin - where it is open
 * @returns undefined when it is where it belongs
 */
export function findMisplaced(page: Document, origin: string): Misplaced | undefined {
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
