import type { ComponentChildren } from 'preact';
import { fill } from '../../texts/fill.ts';
import type { Notice as Texts } from '../../texts/surfaces.ts';

/** Outlines on a 24 × 24 grid, drawn with a stroke. */
const icons = {
  back: 'm15 5-7 7 7 7',
  close: 'm6 6 12 12M18 6 6 18',
  search: 'm20 20-4-4M4 11a7 7 0 1 0 14 0 7 7 0 0 0-14 0',
  alert: 'M12 7v6m0 3v1M3 12a9 9 0 1 0 18 0 9 9 0 0 0-18 0',
  check: 'm6 13 4 4 8-10',
  window: 'M13 5H5v14h14v-8M16 4h4v4m0-4-8 8',
};

/** The name of an icon. */
export type IconName = keyof typeof icons;

/** A decorative icon in the colour of the surrounding text, hidden from assistive technology. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class={name} viewBox="0 0 24 24" aria-hidden>
      <path d={icons[name]} />
    </svg>
  );
}

/** The label and the action. An icon may replace the label, and a class such as `primary` may be set. */
export interface ButtonProps {
  readonly text: string;
  readonly onClick: () => void;
  readonly icon?: IconName;
  readonly class?: string | false;
}

/** A text that changes in place. Translators replace the text nodes of a page, so that its element changes, too. */
export function LiveText({ text }: { readonly text: string }) {
  return <span key={text}>{text}</span>;
}

/** A button with a text, or with an icon in 44 by 44 CSS pixels. */
export function Button({ text, onClick, icon, class: name }: ButtonProps) {
  return (
    // biome-ignore lint/a11y/useButtonType: a form does not reach into a shadow root
    <button class={icon ? 'icon' : name || undefined} aria-label={icon && text} onClick={onClick}>
      {icon ? <Icon name={icon} /> : <LiveText text={text} />}
    </button>
  );
}

/** The texts of a notice, an icon above them, and buttons below. */
export interface NoticeProps {
  readonly texts: Texts;
  /** The values in the texts. */
  readonly values?: Readonly<Record<string, string>>;
  readonly icon?: IconName;
  readonly children: ComponentChildren;
}

/** A message that the user must read. Its heading gets the focus when there is no better place. */
export function Notice({ texts, values = {}, icon, children }: NoticeProps) {
  const title = fill(texts.title, values);
  const advice = fill(texts.advice, values);
  return (
    <div class="center">
      {icon && <Icon name={icon} />}
      <h3 tabIndex={-1}>
        <span key={title}>{keepWordsWhole(title)}</span>
      </h3>
      <p>
        <LiveText text={advice} />
      </p>
      {children}
    </div>
  );
}

/** Prevents line breaks within a short word such as "sign-in". Long words must break to fit. */
function keepWordsWhole(text: string): ComponentChildren {
  return text
    .split(/([^\s-]{1,9}-[^\s-]{1,9})/)
    .map((part, index) => (index % 2 === 1 ? <span class="whole">{part}</span> : part));
}

/** Opens the application's support in another tab, because this one has the flow. */
export function SupportLink({ address }: { readonly address: string }) {
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" dir="ltr" translate={false}>
      {address.replace(/^\w+:\/\/|\/$/g, '')}
    </a>
  );
}

/** The outline of the selector, drawn until it arrives. */
export function Skeleton() {
  return (
    <div class="skeleton" aria-hidden>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <div key={row}>
          <b />
          <i />
        </div>
      ))}
    </div>
  );
}
