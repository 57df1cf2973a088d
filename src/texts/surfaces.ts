import type english from './en.json';
import type { Forms } from './fill.ts';

/** A heading that says what happened, and advice on what to do next. */
export interface Notice {
  readonly title: string;
  readonly advice: string;
}

/** Turns the type of the English texts into that of any language: a text becomes `string`, a plural becomes `Forms`. */
type Translated<Text> = Text extends string
  ? string
  : Text extends { readonly by: string }
    ? Forms
    : { readonly [Key in keyof Text]: Translated<Text[Key]> };

/** Every text of a language. The build checks each file against the English one. */
export interface Texts extends Omit<Translated<typeof english>, 'dir'> {
  readonly dir: 'ltr' | 'rtl';
}

/** The texts of the modal and the selector. */
export type ModalTexts = ReturnType<typeof cutModal>;
/** The texts of the Connect page. */
export type PageTexts = ReturnType<typeof cutPage>;
/** The texts of `/manage`, in addition to those of the page. */
export type ManageTexts = ReturnType<typeof cutManage>;
/** The texts of the notices that the service sends in place of a page, and the reasons of unavailable providers. */
export type ServiceTexts = ReturnType<typeof cutService>;
/** The names of the buttons, fields and headings that `driveConnect` of `tax-connect/testing` finds. */
export type ControlTexts = ReturnType<typeof cutControls>;

/** @returns the texts of the modal. Its notices are the common notices, with the modal's own words where it has some */
export function cutModal({ lang, dir, common, notices, modal }: Texts) {
  return { lang, dir, ...common, ...modal, notices: mergeNotices(notices, modal.notices) };
}

/** @returns the texts of the page, with the common notices. `manageLink` is the name of the link to `/manage` */
export function cutPage({ lang, dir, common, notices, page, service }: Texts) {
  return { lang, dir, ...common, notices, ...page, manageLink: service.home.link };
}

/** @returns the texts that only `/manage` shows */
export function cutManage({ manage }: Texts) {
  return manage;
}

/**
 * @returns the texts of the service. Its notices are the common ones, with the service's own words where it has some
 */
export function cutService({ lang, dir, common, notices, page, service }: Texts) {
  const own = { reference: common.reference, testHint: page.test.hint };
  return { lang, dir, ...own, ...service, notices: mergeNotices(notices, service.notices) };
}

/** @returns the names of buttons, fields and headings. `shownNumber` is the modal's heading with the popup's number */
export function cutControls({ common, modal, page }: Texts) {
  const { link, login, mfa, consent, question } = page;
  return {
    begin: link.begin,
    username: login.username,
    password: login.password,
    oneTimeCode: mfa.code,
    allow: consent.allow,
    deny: consent.deny,
    confirmWindow: question.confirm,
    number: question.number,
    shownNumber: modal.number.title,
    close: common.close,
  };
}

/**
 * @param notices - the common notices, by error code
 * @param own - the codes that a surface shows, each with the parts of the notice that the surface words differently
 * @returns the complete notice, by each code of `own`
 */
function mergeNotices<Code extends string>(
  notices: Readonly<Partial<Record<string, Notice>>>,
  own: Readonly<Record<Code, Partial<Notice>>>,
): Readonly<Record<Code, Notice>> {
  const codes = Object.keys(own) as Code[];
  const merged = codes.map((code) => [code, { ...notices[code], ...own[code] }]);
  return Object.fromEntries(merged) as Record<Code, Notice>;
}

/**
 * @param files - the files of languages by path, from `import.meta.glob`
 * @returns the files by BCP 47 tag, which is the name of the file
 */
export function keyByTag<File>(
  files: Readonly<Record<string, File>>,
): Readonly<Record<string, File>> {
  const entries = Object.entries(files);
  return Object.fromEntries(
    entries.map(([path, file]) => [path.replace(/^.*\/|\.json$/g, ''), file]),
  );
}
