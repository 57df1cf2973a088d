import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import { createScriptTag, toLiteral } from '../connect/dashboard/snippets.ts';
import type { Credentials } from './credentials.ts';

export interface Sandbox extends Credentials {
  readonly url: string;
  readonly connectUrl: string;
  readonly dashboardUrl: string;
  readonly dashboardPassword: string;
}

/** The URL and the hash of the SDK's script. The script contains the sandbox's origin, so the hash depends on it. */
export type ScriptTag = Parameters<typeof createScriptTag>[0];

type Style = 'bold' | 'dim' | 'cyan' | 'red' | 'green';

export type Paint = (style: Style, text: string) => string;

/** @returns a function that colours text. It does nothing if the output is not a terminal, or if `NO_COLOR` is set */
export function createPaint(stream: WriteStream): Paint {
  const hasColors = stream.isTTY === true && stream.hasColors();
  return (style, text) => (hasColors ? styleText(style, text) : text);
}

export function describeSandbox(sandbox: Sandbox, paint: Paint): string {
  const { url, connectUrl, dashboardUrl, dashboardPassword, clientId, clientSecret } = sandbox;
  const { webhookSecret } = sandbox;
  const webhook = webhookSecret === undefined ? '' : `\n  webhook secret    ${webhookSecret}`;
  return `
  ${paint('bold', 'The Connect sandbox is ready.')} Everything in it is made up.

  Connect service   ${paint('cyan', url)}
  Connect page      ${paint('cyan', connectUrl)}
  Dashboard         ${paint('cyan', dashboardUrl)}   password ${dashboardPassword}
  Documentation     ${paint('cyan', `${url}/docs`)}

  client_id         ${clientId}
  client_secret     ${clientSecret}   ${paint('dim', 'for your backend only')}${webhook}

${logins}`;
}

const logins = `  Test logins of the provider "Sandbox", with the password pass_good:
    user_good   it works            user_mfa      asks for the code 123456
    user_bad    wrong password      user_locked   account locked
    user_slow   takes five seconds  user_error    the provider fails
    user_relogin  connects; after a minute, reading needs a new sign-in
`;

/** @returns a short start text for a sandbox with a command, which gets the credentials as environment variables */
export function describeForCommand({ url }: Sandbox, paint: Paint): string {
  return `Connect sandbox: ${paint('cyan', url)}\nDocumentation: ${paint('cyan', `${url}/docs`)}\n${logins}\n`;
}

/** @returns sample code with this sandbox's URLs and credentials; without the script tag if it could not be read */
export function describeSnippets(sandbox: Sandbox, script: ScriptTag | undefined, paint: Paint) {
  const { url, connectUrl, clientId, clientSecret } = sandbox;
  return `
  ${paint('bold', 'On your page')}, with a bundler

    import { forwardCode, open } from 'tax-connect';

    document.querySelector('#connect')?.addEventListener('click', () => {
      open({
        clientId: ${toLiteral(clientId)},
        connectUrl: ${toLiteral(connectUrl)},
        onSuccess: forwardCode('/callback'),
      });
    });
${script ? describeScriptTag(script, clientId, paint) : ''}
  ${paint('bold', 'On your backend')}, mounted at /callback

    import { createCallback, toNodeHandler } from 'tax-connect/server';

    export const callback = toNodeHandler(
      createCallback({
        baseUrl: ${toLiteral(url)},
        clientId: ${toLiteral(clientId)},
        clientSecret: ${toLiteral(clientSecret)},
        onConnected: ({ accountId, providerId, accessToken }) => {
          // Store them with your user; treat the token like a password.
          console.log(\`connected \${accountId} at \${providerId}\`);
        },
      }),
    );

  ${paint('dim', 'Ctrl+C stops it.')}
`;
}

function describeScriptTag(script: ScriptTag, clientId: string, paint: Paint): string {
  const html = createScriptTag(script, clientId, '/callback');
  return `
  ${paint('bold', 'On your page')}, without one

${html.replaceAll(/^(?=.)/gm, '    ')}`;
}
