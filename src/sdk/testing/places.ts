import type { DrivenElement, DrivenLocator, DrivenPage, DrivenScope } from './playwright.ts';

export interface Place {
  readonly page: DrivenPage;
  readonly scope: DrivenScope;
  readonly locator: DrivenLocator;
}

/** @returns the first visible element that `find` finds, in any window of the browser; undefined without one */
export async function findPlace(
  page: DrivenPage,
  find: (scope: DrivenScope) => DrivenLocator,
): Promise<Place | undefined> {
  for (const { page: owner, scope } of listScopes(page)) {
    const locator = find(scope).first();
    // A frame or window may disappear during the check.
    if (await locator.isVisible().catch(() => false)) return { page: owner, scope, locator };
  }
  return undefined;
}

const maxTexts = 4;

/** @returns the first visible headings and alerts, in quotation marks, for an error message; empty without any */
export async function seeScreens(page: DrivenPage): Promise<string> {
  const texts: string[] = [];
  for (const { scope } of listScopes(page)) {
    for (const role of ['heading', 'alert'] as const) {
      texts.push(
        ...(await scope
          .getByRole(role)
          .allInnerTexts()
          .catch(() => [])),
      );
    }
  }
  const told = texts
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
  return [...new Set(told)]
    .slice(0, maxTexts)
    .map((text) => `"${text}"`)
    .join(', ');
}

/** @returns the dialogs of all documents. One of them is Connect's modal, unless the flow has no modal */
export async function findDialogs(page: DrivenPage): Promise<DrivenElement[]> {
  const found = await Promise.all(
    listScopes(page).map(({ scope }) =>
      scope
        .getByRole('dialog')
        .elementHandles()
        .catch(() => []),
    ),
  );
  return found.flat();
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
