import { locateAtService } from '../../ui/locales/locate-at-service.ts';
import { readDocument } from '../../ui/page-document.ts';
import { integrity, parts } from './selector-file.ts';
import type { drawSelector } from './selector-in-page.ts';

type Draw = typeof drawSelector;

let loaded: Promise<Draw> | undefined;

/** Replaces `load-selector.ts` in the script tag. The selector is a separate file, whose hash is in the script tag. */
export async function mountSelector(...values: Parameters<Draw>): Promise<() => void> {
  loaded ??= loadFile();
  return (await loaded)(...values);
}

/** Loads the file, which reads `parts` and `take` of its `<script>`. After a failure, the next call loads it again. */
function loadFile(): Promise<Draw> {
  const loading = new Promise<Draw>((take, onerror) => {
    const script = readDocument('createElement').call(document, 'script');
    const src = locateAtService('tax-connect-selector.js').href;
    const taxConnect = { parts, take };
    Object.assign(script, { crossOrigin: '', integrity, onerror, src, taxConnect });
    setTimeout(onerror, 15_000);
    readDocument('head').append(script);
  });
  loading.catch(() => {
    loaded = undefined;
  });
  return loading;
}
