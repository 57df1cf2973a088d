import type { Application } from './answers.ts';

/** Code for an application's developers, complete with its own client ID. */
export interface Snippets {
  /** Null when the service has no script-tag build to offer. */
  readonly scriptTag: string | null;
  readonly module: string;
  readonly backend: string;
}

/**
 * @param application - whose client ID goes in
 * @returns code that can be copied as it is; nobody's secret is in it
 */
export function createSnippets({ client_id, service }: Application): Snippets {
  const clientId = toLiteral(client_id);
  const connectUrl = toLiteral(service.connect_url);
  const baseUrl = toLiteral(service.base_url);
  const { script } = service;
  return {
    scriptTag: script && createScriptTag(script, clientId),
    module: `// npm install tax-connect
import { forwardCode, open } from 'tax-connect';

document.querySelector('#connect').addEventListener('click', () => {
  open({
    clientId: ${clientId},
    connectUrl: ${connectUrl},
    onSuccess: forwardCode('/connect/callback'),
  });
});
`,
    backend: `// npm install tax-connect
import { createCallback } from 'tax-connect/server';

// Mount it at /connect/callback: it takes a Request and answers a Response.
export const callback = createCallback({
  baseUrl: ${baseUrl},
  clientId: ${clientId},
  clientSecret: process.env.CONNECT_CLIENT_SECRET,
  async onConnected({ accountId, providerId, accessToken }) {
    // Store them with the user who is signed in; treat the token like a password.
  },
});
`,
  };
}

/** Without `connectUrl`: the script opens the service that hands it out. */
function createScriptTag(
  script: NonNullable<Application['service']['script']>,
  clientId: string,
): string {
  return `<button id="connect" type="button">Connect your tax account</button>
<script
  src="${script.url}"
  integrity="${script.integrity}"
  crossorigin="anonymous"
></script>
<script>
  document.querySelector('#connect').addEventListener('click', () => {
    TaxConnect.open({
      clientId: ${clientId},
      onSuccess: TaxConnect.forwardCode('/connect/callback'),
    });
  });
</script>
`;
}

/** A client ID may hold any visible character: none of them may end the string or the script. */
function toLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inner.replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`;
}
