import 'virtual:tokens.css';
import './public.css';
import './preview.png'; // of links; the pages name it
import { useCallback, useEffect, useMemo, useRef, useState, useTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Layout } from './Layout.js';
import { type Page, pathOf, queryOf } from './page.js';
import { pages } from './pages.js';
import { type Shown, type Visits, VisitsContext } from './visit.js';

/** The page on the screen and its address. */
interface View extends Shown {
  readonly href: string;
}

const pageOf = ({ page }: Shown): Page => {
  const found = pages.find(({ path }) => path === page);
  if (!found) throw new Error(`there is no page ${page}`);
  return found;
};

/** Reads the page that came with a document; throws if the document is not a page of ours. */
function shownIn(source: Document): Shown {
  const text = source.getElementById('page')?.textContent;
  if (!text) throw new Error('the document has no page');
  return JSON.parse(text) as Shown;
}

function App({ first }: { first: View }) {
  const [view, setView] = useState(first);
  const [moving, startMoving] = useTransition();
  const [reading, setReading] = useState(0);
  const latest = useRef('');
  const read = useCallback(async (href: string): Promise<Document> => {
    const reply = await fetch(href, { headers: { Accept: 'text/html' } });
    if (!reply.ok) throw new Error(`${reply.status}`);
    return new DOMParser().parseFromString(await reply.text(), 'text/html');
  }, []);
  const show = useCallback(
    async (to: string, push: boolean) => {
      const { href } = new URL(to, window.location.href);
      latest.current = href;
      setReading((count) => count + 1);
      try {
        const source = await read(href);
        const shown = shownIn(source);
        if (latest.current !== href) return; // a later question must not be overwritten by the answer of an earlier one
        if (push) window.history.pushState(null, '', href);
        document.title = source.title;
        startMoving(() => setView({ ...shown, href }));
      } catch {
        window.location.assign(href);
      } finally {
        setReading((count) => count - 1);
      }
    },
    [read],
  );
  useEffect(() => {
    const back = () => void show(window.location.href, false);
    window.addEventListener('popstate', back);
    return () => window.removeEventListener('popstate', back);
  }, [show]);
  const waiting = moving || reading > 0;
  const visits = useMemo<Visits>(
    () => ({
      show: (href) => void show(href, true),
      read: async (href) => shownIn(await read(href)),
      waiting,
    }),
    [show, read, waiting],
  );
  const page = pageOf(view);
  const { params } = view;
  const place = { path: pathOf(page, params), params, query: queryOf(page, new URL(view.href).searchParams) };
  return (
    <VisitsContext value={visits}>
      <Layout path={place.path}>{page.draw(view.answer, place, view.site)}</Layout>
    </VisitsContext>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('the page has no #root');
hydrateRoot(root, <App first={{ ...shownIn(document), href: window.location.href }} />);

/** Closes an open menu by Escape or by a press beside it, and leaves the focus on what opened it. */
const closeMenus = (except: Node | null, focus: boolean) => {
  for (const menu of document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')) {
    if (except && menu.contains(except)) continue;
    menu.open = false;
    if (focus) menu.querySelector('summary')?.focus();
  }
};
document.addEventListener('keydown', ({ key }) => key === 'Escape' && closeMenus(null, true));
document.addEventListener('pointerdown', ({ target }) => closeMenus(target instanceof Node ? target : null, false));
