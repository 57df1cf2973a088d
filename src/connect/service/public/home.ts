import type { Handler } from 'hono';
import { chooseTexts } from '../http/notice.ts';
import { createPageHeaders, escapeHtml, renderStyles, renderWhole } from '../http/page-document.ts';
import type { Parts } from '../http/parts.ts';
import { readAccepted } from '../http/request-headers.ts';

/** `GET /`: takes people to their accesses, and developers to the dashboard and the documentation. */
export function showHome({ assets }: Parts, hasDashboard: boolean): Handler {
  const links = [
    ...(hasDashboard ? ['<a href="/dashboard">Developer dashboard</a>'] : []),
    '<a href="/docs">Documentation</a>',
  ];
  return (context) => {
    const { lang, dir, home } = chooseTexts(readAccepted(context, 'Accept-Language'));
    const { title, link } = home;
    const body = [
      `<h1 class="view__title">${escapeHtml(title)}</h1>`,
      `<a class="button button--primary" href="/manage">${escapeHtml(link)}</a>`,
      `<p class="links row" lang="en" dir="ltr">${links.join('')}</p>`,
    ].join('');
    const view = `<main class="page page--redirect"><section class="view view--centered">${body}</section></main>`;
    const head = renderStyles(assets.page.entry);
    const page = renderWhole({ title, language: lang, direction: dir }, head, view);
    return context.body(page, 200, { ...createPageHeaders("'none'"), Vary: 'Accept-Language' });
  };
}
