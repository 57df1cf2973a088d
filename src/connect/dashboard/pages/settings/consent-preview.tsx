/// <reference path="../../../../texts/modules.d.ts" />
import { type ReadonlySignal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Icon } from '../../../../kit/icon.tsx';
import { LiveText } from '../../../../kit/live-text.tsx';
import { texts } from '../../../../texts/en.json?page';
import { fill } from '../../../../texts/fill.ts';
import { ConsentTerms, listConsentRows, shownShares } from '../../../page/parts/consent-rows.tsx';
import { Facts } from '../../../page/parts/facts.tsx';
import { Mark } from '../../../page/parts/parties.tsx';
import type { Application } from '../../../shapes/dashboard-answers.ts';
import { api } from '../../api.ts';
import { useData } from '../../use-data.ts';
import { writeLines } from './purpose-lines.ts';

/** Follows the typed text in the element around it and the forms, which gets the returned properties. */
export function useConsentPreview(application: Application) {
  const ref = useRef<HTMLDivElement>(null);
  const typed = useSignal<ReadonlyMap<string, string>>(new Map());
  const logo = useSignal<File | null>(null);
  const onInput = () => {
    const inputs = [...(ref.current?.querySelectorAll<HTMLInputElement>('input, textarea') ?? [])];
    typed.value = new Map(inputs.map(({ id, value }) => [id, value]));
    logo.value = inputs.find(({ id }) => id === 'logo')?.files?.[0] ?? null;
  };
  // Restored edits and saved settings change the fields without an event.
  useEffect(onInput, [application]);
  const preview = <Preview application={application} typed={typed} chosen={logo} />;
  return { preview, around: { ref, onInput } };
}

/** The provider of test applications, as an example. */
const provider = 'Sandbox';

interface PreviewProps {
  readonly application: Application;
  readonly typed: ReadonlySignal<ReadonlyMap<string, string>>;
  readonly chosen: ReadonlySignal<File | null>;
}

function Preview({ application, typed, chosen }: PreviewProps) {
  const read = (id: string, saved: string | null) => (typed.value.get(id) ?? saved ?? '').trim();
  const name = read('rename', application.name) || application.name;
  const accent = read('accent-color', application.accent_color);
  const [purpose = ''] = read('purpose', writeLines(application.purpose)).split('\n');
  const terms = {
    purpose: purpose || null,
    privacy_url: read('privacy-url', application.privacy_url) || null,
    consent_days: Number(read('consent-days', String(application.consent_days ?? ''))) || null,
  };
  const [origin] = application.origins;
  const { value: known } = useData(api.providers());
  const { logo = null, shares = shownShares } =
    known?.providers.find((one) => one.name === provider) ?? {};
  const rows = listConsentRows(texts, { application: name, shares, terms });
  const title = fill(texts.consent.title, { application: name, provider });
  return (
    <section class="section preview" aria-labelledby="preview-title">
      <h2 id="preview-title">Preview</h2>
      <div
        class="card preview__page view--consent"
        style={/^#[0-9a-f]{6}$/i.test(accent) ? { '--brand': accent } : {}}
      >
        <div class="parties" aria-hidden="true">
          {chosen.value ? (
            <Drawing key={chosen.value} file={chosen.value} />
          ) : (
            <Mark key={name} name={name} logo={application.logo} />
          )}
          <Icon name="link" />
          {known && <Mark key={logo} name={provider} logo={logo} />}
        </div>
        <p class="view__title">
          <LiveText text={title} />
        </p>
        <p class="view__lead muted">{provider} · user_good</p>
        <Facts key={JSON.stringify([name, terms, shares])} rows={rows} />
        <ConsentTerms
          text={texts}
          address={{ name: texts.consent.verifiedOrigin, value: origin?.address ?? null }}
          privacyUrl={terms.privacy_url}
        />
        <div class="row" aria-hidden="true">
          <span class="button button--choice">{texts.consent.deny}</span>
          <span class="button button--choice">{texts.consent.allow}</span>
        </div>
      </div>
    </section>
  );
}

/** Draws a picture that is not uploaded yet, in a canvas: the page's policy allows no `blob:` or `data:` image. */
function Drawing({ file }: { readonly file: File }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const draw = async () => {
      const picture = await createImageBitmap(file);
      // The canvas is gone when another picture was chosen while this one was decoded.
      canvas.current?.getContext('2d')?.drawImage(picture, 0, 0, 96, 96);
    };
    // Drawing fails if the file is not a picture. The error is ignored here, because saving the file reports it.
    draw().catch(() => undefined);
  }, []);
  return <canvas class="party" width="96" height="96" ref={canvas} />;
}
