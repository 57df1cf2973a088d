import { Component, type TargetedEvent } from 'preact';
import type { Provider } from '../protocol/provider.ts';
import type { Messages } from './locales/messages.ts';
import { Icon } from './parts.tsx';

/** This option and those after it are below what most windows show first. */
const firstBelow = 10;

/** A provider and the state of its option. */
export interface OptionProps {
  readonly messages: Messages;
  readonly provider: Provider;
  /** Its index in the results. The option's ID is `o` and the index. */
  readonly index: number;
  readonly isActive: boolean;
  /** The text while it is being opened, or empty. */
  readonly wait: string;
  /** Whether it was pressed although it is unavailable. */
  readonly isTold: boolean;
}

/**
 * The option is named by its provider and described by the rest, so that one name finds one option. Both
 * are attributes, because the style sheet lets the browser skip invisible options (`content-visibility`),
 * and Chromium finds no name in skipped content (measured in Chromium 156). The style sheet shows the
 * description, because a name must contain all text of a label (WCAG 2.5.3). An unavailable option can be
 * reached, so that its reason can be read.
 */
export class Option extends Component<OptionProps> {
  /** One of 1,000 is drawn again only when it has changed. */
  override shouldComponentUpdate(next: OptionProps): boolean {
    const names = Object.keys(next) as (keyof OptionProps)[];
    return names.some((name) => next[name] !== this.props[name]);
  }

  override render({ messages, provider, index, isActive, wait, isTold }: OptionProps) {
    const { name, domain, logo } = provider;
    const reason = provider.status === 'available' ? '' : provider.reason || messages.unavailable;
    const detail = wait || reason || domain;
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
      <div
        id={`o${index}`}
        role="option"
        aria-label={name}
        aria-description={detail}
        aria-selected={isActive}
        aria-disabled={!!reason}
        data-told={isTold || undefined}
        data-below={index >= firstBelow || undefined}
      >
        {/* Any number that stays the same for a name makes a colour to recognise it by. */}
        <b
          aria-hidden
          data-text={readInitials(name)}
          style={{ '--hue': name.charCodeAt(0) * 97 + name.length * 137 }}
        >
          {/* The initials are below the picture, and show when it does not load. */}
          {logo && (
            <img
              src={logo}
              alt=""
              loading="lazy"
              referrerpolicy="no-referrer"
              onError={hideImage}
            />
          )}
        </b>
        <bdi>
          {name}
          <small aria-hidden dir={wait || reason ? 'auto' : 'ltr'} data-text={detail} />
        </bdi>
        {wait ? <i class="spin" /> : reason && <Icon name="alert" />}
      </div>
    );
  }
}

function hideImage({ currentTarget }: TargetedEvent<HTMLImageElement>): void {
  currentTarget.hidden = true;
}

/** The first letters of two words, without `\p`: its first use was measured to take 1 ms in Chromium 156. */
function readInitials(name: string): string | undefined {
  const words = name.match(/[^\s!-/:-@[]+/g)?.slice(0, 2);
  return words?.map(([first]) => first).join('');
}
