import type { DrivenElement, DrivenLocator, DrivenPage, DrivenScope } from './playwright.ts';

export interface Place {
  readonly page: DrivenPage;
  readonly scope: DrivenScope;
  readonly locator: DrivenLocator;
}

/** @returns the first visible element that `find` finds, in any window of the browser; undefined without one */
export async function findPlace(page: DrivenPage, find: (scope: DrivenScope) => DrivenLocator) {
  for (const { page: owner, scope } of listScopes(page)) {
    const locator = find(scope).first();
    // A frame or window may disappear during the check.
    if (await locator.isVisible().catch(() => false)) return { page: owner, scope, locator };
  }
  return undefined;
}

/** @returns the first four visible headings and alerts, in quotation marks, for an error message; empty without any */
export async function seeScreens(page: DrivenPage): Promise<string> {
  const seen = new Set<string>();
  for (const { scope } of listScopes(page)) {
    for (const role of ['heading', 'alert'] as const) {
      const texts = await readOrNone(scope.getByRole(role).allInnerTexts());
      for (const text of texts) seen.add(`"${text.replaceAll(/\s+/g, ' ').trim()}"`);
    }
  }
  seen.delete('""');
  return [...seen].slice(0, 4).join(', ');
}

/** @returns the dialogs of all documents. One of them is Connect's modal, unless the flow has no modal */
export async function findDialogs(page: DrivenPage): Promise<DrivenElement[]> {
  const found = await Promise.all(
    listScopes(page).map(({ scope }) => readOrNone(scope.getByRole('dialog').elementHandles())),
  );
  return found.flat();
}

/** A frame may disappear during the check. */
function readOrNone<Item>(found: Promise<Item[]>): Promise<Item[]> {
  return found.catch(() => []);
}

/** @returns whether a dialog is no longer visible, its document no longer exists, or it is a modal with an error */
export async function hasEnded(dialog: DrivenElement): Promise<boolean> {
  if (!(await dialog.isVisible().catch(() => false))) return true;
  return (await dialog.getAttribute('data-screen').catch(() => null)) === 'failed';
}

/** Lists all frames of all windows, the newest window first: a popup is in front of the page that opened it. */
function listScopes(page: DrivenPage) {
  const pages = page
    .context()
    .pages()
    .filter((one) => !one.isClosed());
  return [...pages]
    .reverse()
    .flatMap((owner) => [...owner.frames()].reverse().map((scope) => ({ page: owner, scope })));
}
