import type { Application } from '../shapes/dashboard-answers.ts';

/** Sample code that works without changes, and contains no secret. */
export function createSnippets({ client_id: clientId, redirect_uris, service }: Application) {
  const redirectUri = redirect_uris[0]?.address;
  const callbackPath = redirectUri === undefined ? '/callback' : new URL(redirectUri).pathname;
  // The service compares redirect URIs exactly, so the snippet has it unchanged.
  const redirect =
    redirectUri === undefined
      ? ''
      : `
  // Redirect flow: link to an address that answers callback.startRedirect(request). It makes a new
  // state for each flow, and the callback takes no code without it.
  redirectUri: ${toLiteral(redirectUri)},`;
  return {
    /** Null when the service was started without the built file of the script tag. */
    scriptTag: service.script && createScriptTag(service.script, clientId, callbackPath),
    module: `// npm install tax-connect
import { forwardCode, open } from 'tax-connect';

document.querySelector('#connect').addEventListener('click', () => {
  open({
    clientId: ${toLiteral(clientId)},
    connectUrl: ${toLiteral(service.connect_url)},
    onSuccess: forwardCode(${toLiteral(callbackPath)}),
  });
});
`,
    backend: `// npm install tax-connect
import { createCallback } from 'tax-connect/server';

// Mount it at ${callbackPath}: it takes a Request and answers a Response.
// In node:http, Express or Fastify mount toNodeHandler(callback).
export const callback = createCallback({
  baseUrl: ${toLiteral(service.base_url)},
  clientId: ${toLiteral(clientId)},
  clientSecret: process.env.CONNECT_CLIENT_SECRET,${redirect}
  async onConnected({ accountId, providerId, accessToken }, { request }) {
    // Store them with the user who sent the request; treat the token like a password.
  },
});
`,
  };
}

/** The code needs no `connectUrl`, because the script opens the Connect service from which it was loaded. */
export function createScriptTag(
  script: NonNullable<Application['service']['script']>,
  clientId: string,
  callbackPath: string,
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
      clientId: ${toLiteral(clientId)},
      onSuccess: TaxConnect.forwardCode(${toLiteral(callbackPath)}),
    });
  });
</script>
`;
}

/** Writes a JavaScript string that no character of the text can end, nor the script element around it. */
export function toLiteral(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inner.replaceAll("'", "\\'").replaceAll('<', '\\x3c')}'`;
}
