import { useState } from 'preact/hooks';
import { Icon } from '../../../kit/icon.tsx';
import { chooseHue, readInitials } from '../../../kit/mark.ts';
import type { SelectedProvider } from '../../shapes/flow-answers.ts';
import { usePage } from '../page-context.ts';

/** The logos of this service, or data, as in the gallery. The page's policy does not allow pictures of other origins. */
const safeLogo = /^(\/connect\/logos\/|data:image\/)/;

type Named = Pick<SelectedProvider, 'name' | 'logo'>;

export interface PartiesProps {
  /** Null when the page does not know the provider, so that only the application has a mark. */
  readonly provider: Named | null;
  /** The end of the flow. Once it is set, the marks are large. */
  readonly end?: keyof typeof endIcons;
}

/** `calm`: not connected, but nothing is broken, as in `problems.ts`. */
const endIcons = { connected: 'check', calm: 'close', problem: 'close' } as const;

/** The logos or initials (marks). Screen readers skip them, because the texts beside them contain the names. */
export function Parties({ provider, end }: PartiesProps) {
  const { application, visit } = usePage();
  const { name, logo } = application;
  return (
    <div class={end ? `parties parties--end parties--${end}` : 'parties'} aria-hidden="true">
      {!visit && name && <Mark key={logo} name={name} logo={logo} />}
      {(end || !visit) && <Icon name={end ? endIcons[end] : 'link'} />}
      {provider && <Mark key={provider.name} name={provider.name} logo={provider.logo} />}
    </div>
  );
}

export function ApplicationMark() {
  const { name, logo } = usePage().application;
  return (
    <div class="parties parties--end" aria-hidden="true">
      <Mark key={logo} name={name} logo={logo} />
    </div>
  );
}

/** A logo, or the initials of the name when there is no logo or it cannot be loaded. */
export function Mark({ name, logo }: Named) {
  const [isBroken, setIsBroken] = useState(false);
  if (!logo || !safeLogo.test(logo) || isBroken) {
    return (
      <span class="party" style={{ '--hue': chooseHue(name) }}>
        {readInitials(name)?.toUpperCase()}
      </span>
    );
  }
  return (
    <span class="party">
      <img src={logo} alt="" width="40" height="40" onError={() => setIsBroken(true)} />
    </span>
  );
}
