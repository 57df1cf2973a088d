import './docs.css';
import { addCopyButtons } from './copy-code.ts';
import { startPageLists } from './page-lists.ts';
import { makeScrollersFocusable } from './scrollers.ts';
import { startSearch } from './search.ts';
import { startTabs } from './tabs.ts';

startTabs(document);
addCopyButtons(document);
makeScrollersFocusable(document);
startSearch(document);
startPageLists(document);
