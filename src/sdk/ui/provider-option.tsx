import type { TargetedEvent, VNode } from 'preact';
import { Icon } from '../../kit/icon.tsx';
import { chooseHue, readInitials } from '../../kit/mark.ts';
import type { ModalTexts } from '../../texts/surfaces.ts';
import type { ConnectApplication } from '../protocol/messages.ts';
import type { Provider } from '../protocol/provider.ts';

export interface Results {
  readonly messages: ModalTexts;
  readonly providers: readonly Provider[];
  readonly active: number;
  /** The text shown while the active result is being opened. */
  readonly wait: string | null | undefined;
}

/**
 * This and `Mark` are called as functions: for 1,000 options, as many components were measured to cost a tenth more.
 * The style sheet shows the description, because a name must contain all text of a label (WCAG 2.5.3). The keys also
 * reach an unavailable option, so that the user can read its reason. `aria-setsize` counts options not yet drawn, too.
 */
export function drawOption(results: Results, provider: Provider, index: number): VNode {
  const { messages, wait } = results;
  const { id, name, domain, reason } = provider;
  const isActive = index === results.active;
  const opening = isActive && wait;
  const isClosed = provider.status !== 'available';
  const detail = opening || reason || (isClosed ? messages.unavailable : domain);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox
    <div
      key={id}
      id={`o${index}`}
      role="option"
      aria-label={name}
      aria-description={detail}
      aria-selected={isActive}
      aria-posinset={index + 1}
      aria-setsize={results.providers.length}
      aria-disabled={isClosed}
    >
      {Mark({ ...provider, index })}
      <bdi class="name" data-text={detail}>
        {name}
      </bdi>
      {opening ? <span class="spin" /> : isClosed && <Icon name="alert" />}
    </div>
  );
}

/** As many options as are seen without scrolling. For them, watching a lazy image only costs CPU. */
const seenAtOnce = 8;

interface MarkProps extends Pick<ConnectApplication, 'name' | 'logo'> {
  readonly index?: number;
}

/** The logo, or the initials of the name. The initials are drawn below the picture, and show if it does not load. */
export function Mark({ name, logo, index = 0 }: MarkProps) {
  return (
    <span
      class="logo"
      aria-hidden
      data-text={readInitials(name)}
      style={{ '--hue': chooseHue(name) }}
    >
      {logo && (
        <img
          src={logo}
          alt=""
          loading={index < seenAtOnce ? undefined : 'lazy'}
          referrerpolicy="no-referrer"
          onError={hideImage}
        />
      )}
    </span>
  );
}

function hideImage({ currentTarget }: TargetedEvent<HTMLImageElement>): void {
  currentTarget.hidden = true;
}
