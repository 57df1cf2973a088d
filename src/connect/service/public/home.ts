import type { Handler } from 'hono';
import { escapeHtml, renderDocument, renderStyles } from '../http/page-document.ts';
import { createPageHeaders } from '../http/page-headers.ts';
import type { Parts } from '../http/parts.ts';

/**
 * `GET /`: explains the service to a person who opens its address.
 *
 * @param hasDashboard - whether to link to the dashboard
 */
export function showHome(
  { assets, config }: Pick<Parts, 'assets' | 'config'>,
  hasDashboard: boolean,
): Handler {
  const connectUrl = `<code>${escapeHtml(config.publicUrl)}/connect</code>`;
  const texts = [
    'Applications use this service to let people connect their tax-preparation accounts.',
    `Its Connect page, ${connectUrl}, is opened by an application: there is nothing to see without one.`,
  ];
  const links = [
    '<a href="/manage">End an application’s access</a>',
    ...(hasDashboard ? ['<a href="/dashboard">Developer dashboard</a>'] : []),
    '<a href="/docs">Documentation</a>',
  ];
  const body = [
    '<h1 class="view__title">Connect service</h1>',
    ...texts.map((html) => `<p class="view__lead">${html}</p>`),
    `<p class="links">${links.join('')}</p>`,
  ].join('');
  const view = `<main class="page page--redirect"><section class="view view--centered">${body}</section></main>`;
  const page = renderDocument('Connect service', renderStyles(assets.page), view);
  return (context) => context.body(page, 200, createPageHeaders("'none'"));
}
