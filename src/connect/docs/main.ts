import './docs.css';
import { addCopyButtons } from './copy-code.ts';
import { makeScrollersFocusable } from './scrollers.ts';
import { startSearch } from './search.ts';
import { startTabs } from './tabs.ts';

startTabs(document);
addCopyButtons(document);
makeScrollersFocusable(document);
startSearch(document);

// Beside an article, the list of all pages scrolls by itself, and must show the link of the current page.
const pages = document.querySelector('.columns > .pages');
const current = pages?.querySelector<HTMLElement>('[aria-current]');
if (pages && current) pages.scrollTop = current.offsetTop - pages.clientHeight / 2;
