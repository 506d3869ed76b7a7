import { useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Building2, Globe, Inbox, MessagesSquare, ShieldCheck, UserRound, UsersRound, WifiOff } from 'lucide-react';
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { useSession } from '../session/sign-in.ts';
import { type MessageKey, useText } from './messages.ts';
import { onKeys } from './shortcuts.ts';
import { useWorkspace, WorkspaceGate } from './workspace.tsx';

// Menus, dialogs and toasts come after the page: nobody opens one in the first half second.
const AccountMenu = lazy(() => import('./menus.tsx').then(({ AccountMenu: menu }) => ({ default: menu })));
const WorkspaceMenu = lazy(() => import('./menus.tsx').then(({ WorkspaceMenu: menu }) => ({ default: menu })));
const ToastRegion = lazy(() => import('../kit/toast-region.tsx').then((it) => ({ default: it.ToastRegion })));
const KeyboardHelp = lazy(() => import('./keyboard-help.tsx').then((it) => ({ default: it.KeyboardHelp })));

const PLACES = [
  { to: '/inbox', key: 'shell.inbox', icon: Inbox },
  { to: '/sites', key: 'shell.sites', icon: Globe },
  { to: '/reviews', key: 'shell.reviews', icon: MessagesSquare },
  { to: '/personas', key: 'shell.personas', icon: UsersRound },
  { to: '/workspace', key: 'shell.workspace', icon: Building2 },
] as const satisfies readonly { to: string; key: MessageKey; icon: unknown }[];

const ADMIN = { to: '/admin', key: 'shell.admin', icon: ShieldCheck } as const;

const listenOnline = (told: () => void) => {
  window.addEventListener('online', told);
  window.addEventListener('offline', told);
  return () => {
    window.removeEventListener('online', told);
    window.removeEventListener('offline', told);
  };
};
const isOnline = () => navigator.onLine;

const OfflineHint = () => {
  const t = useText();
  const online = useSyncExternalStore(listenOnline, isOnline);
  return (
    <div role="status">
      {!online && (
        <p className="offline">
          <WifiOff aria-hidden="true" /> {t('shell.offline')}
        </p>
      )}
    </div>
  );
};

const Navigation = () => {
  const t = useText();
  const { person } = useSession();
  const places = person?.isAdmin ? [...PLACES, ADMIN] : PLACES;
  return (
    <nav aria-label={t('shell.nav')} className="places">
      <ul>
        {places.map(({ to, key, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeProps={{ 'aria-current': 'page' }}>
              <Icon aria-hidden="true" />
              <span>{t(key)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};

const Frame = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { person } = useSession();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useEffect(
    () =>
      onKeys({
        '?': () => setHelpOpen(true),
        'g i': () => void navigate({ to: '/inbox' }),
        'g s': () => void navigate({ to: '/sites' }),
      }),
    [navigate],
  );
  const main = (
    <main id="main" tabIndex={-1} key={workspace.id}>
      <OfflineHint />
      <Outlet />
    </main>
  );
  return (
    <div className="frame">
      <a className="skip" href="#main">
        {t('shell.skip')}
      </a>
      <header className="side">
        <Link to="/inbox" className="brand" aria-label="Sidenote">
          <span className="mark" aria-hidden="true" />
          <span aria-hidden="true">Sidenote</span>
        </Link>
        <div className="side-workspace">
          <Suspense fallback={<span className="switcher" aria-hidden="true" />}>
            <WorkspaceMenu onChosen={() => queries.cancelQueries()} />
          </Suspense>
        </div>
        <Navigation />
        <div className="side-account">
          <Suspense
            fallback={
              <span className="switcher" aria-hidden="true">
                <UserRound /> <span className="who">{person?.email}</span>
              </span>
            }
          >
            <AccountMenu onHelp={() => setHelpOpen(true)} />
          </Suspense>
        </div>
      </header>
      {main}
      <Suspense fallback={null}>
        <ToastRegion />
        {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
      </Suspense>
    </div>
  );
};

/** What stands around every page. */
export const Shell = () => (
  <WorkspaceGate>
    <Frame />
  </WorkspaceGate>
);
