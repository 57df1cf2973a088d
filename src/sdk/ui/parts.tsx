import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../kit/icon.tsx';
import { LiveText } from '../../kit/live-text.tsx';
import { UnbrokenText } from '../../kit/unbroken-text.tsx';
import { fill } from '../../texts/fill.ts';
import type { Notice as Texts } from '../../texts/surfaces.ts';

/** The properties of a button. If there is an icon, the button shows it, and the text is only the accessible name. */
export interface ButtonProps {
  readonly text: string;
  readonly onClick: (() => void) | undefined;
  readonly icon?: IconName;
  readonly class?: string | false;
}

export function Button({ text, onClick, icon, class: name }: ButtonProps) {
  return (
    // biome-ignore lint/a11y/useButtonType: a form does not reach into a shadow root
    <button class={icon ? 'icon' : name || undefined} aria-label={icon && text} onClick={onClick}>
      {icon ? <Icon name={icon} /> : <LiveText text={text} />}
    </button>
  );
}

export interface NoticeProps {
  readonly texts: Texts;
  readonly values?: Readonly<Record<string, string>>;
  readonly picture?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A message that the user must read. Its heading can get the focus, so that screen readers read the message. */
export function Notice({ texts, values = {}, picture, children }: NoticeProps) {
  const title = fill(texts.title, values);
  const advice = fill(texts.advice, values);
  return (
    <div class="center">
      {picture}
      <h3 tabIndex={-1}>
        <span key={title}>
          <UnbrokenText text={title} />
        </span>
      </h3>
      <p>
        <LiveText text={advice} />
      </p>
      {children}
    </div>
  );
}

export function Skeleton() {
  return (
    <div class="skeleton" aria-hidden>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the outline of the search */}
      <label />
      {[1, 2, 3, 4].map((row) => (
        <div key={row}>
          <span class="logo" />
          <span class="lines" />
        </div>
      ))}
    </div>
  );
}
