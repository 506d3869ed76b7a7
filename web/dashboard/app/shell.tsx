import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Link, Outlet, useLocation, useNavigate } from '@tanstack/react-router';
import {
  Building2,
  DoorClosed,
  Globe,
  Hourglass,
  Inbox,
  MessagesSquare,
  ShieldCheck,
  UsersRound,
  WifiOff,
} from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { Button } from '../kit/button.tsx';
import { lazyComponent } from '../kit/lazy-component.tsx';
import { Page } from '../kit/page.tsx';
import { useIsSlow } from '../kit/patience.ts';
import { useKeys } from '../kit/shortcuts.ts';
import { useSession } from '../session/sign-in.ts';
import { chooseWorkspace, useWorkspace, WorkspaceGate } from '../session/workspace.tsx';
import { type MessageKey, useLocale, useText } from '../words/messages.ts';
import { AccountFace, WorkspaceFace } from './menu-buttons.tsx';

// Menus, dialogs and toasts load after the page: no one opens one in the first half second.
const AccountMenu = lazyComponent(async () => (await import('./menus.tsx')).AccountMenu);
const Bell = lazyComponent(async () => (await import('./bell.tsx')).Bell, null);
const WorkspaceMenu = lazyComponent(async () => (await import('./menus.tsx')).WorkspaceMenu);
const ToastRegion = lazyComponent(async () => (await import('../kit/toast-region.tsx')).ToastRegion);
const KeyboardHelp = lazyComponent(async () => (await import('./keyboard-help.tsx')).KeyboardHelp, null);

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

const Hints = () => {
  const t = useText();
  const online = useSyncExternalStore(listenOnline, isOnline);
  const slow = useIsSlow();
  const navigate = useNavigate();
  const { workspace, isLost } = useWorkspace();
  const leave = () => {
    chooseWorkspace('');
    void navigate({ to: '/inbox' });
  };
  return (
    <div role="status" className="offline-place">
      {!online && (
        <p className="offline">
          <WifiOff aria-hidden="true" /> {t('shell.offline')}
        </p>
      )}
      {online && slow && (
        <p className="offline">
          <Hourglass aria-hidden="true" /> {t('shell.slow')}
        </p>
      )}
      {isLost && (
        <div className="offline">
          <DoorClosed aria-hidden="true" /> <p>{t('shell.lost', { name: workspace.name })}</p>
          <Button onClick={leave}>{t('shell.lost.leave')}</Button>
        </div>
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

const QUIET_MS = 200;
const PATIENCE_MS = 3000;

/** Waits until requests are idle so as not to compete with the page for bandwidth. */
const Later = ({ children, fallback = null }: { children: ReactNode; fallback?: ReactNode }) => {
  const isBusy = useIsFetching() > 0;
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    if (isTime) return undefined;
    const timer = setTimeout(() => setTime(true), isBusy ? PATIENCE_MS : QUIET_MS);
    return () => clearTimeout(timer);
  }, [isBusy, isTime]);
  return isTime ? <Suspense fallback={fallback}>{children}</Suspense> : fallback;
};

const inert = (face: ReactNode) => <div className="switcher">{face}</div>;

const Frame = () => {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { workspace } = useWorkspace();
  const { pathname } = useLocation();
  const [isHelpOpen, setHelpOpen] = useState(false);
  useKeys({
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(PLACES.map(({ to }) => [`g ${to[1]}`, () => void navigate({ to })])),
  });
  const leaveSite = () => {
    void queries.cancelQueries();
    // The address may name a site of the previous workspace.
    if (pathname === '/inbox') void navigate({ to: '/inbox' });
  };
  const main = (
    <main id="main" tabIndex={-1} key={workspace.id}>
      <Hints />
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
          <Later fallback={inert(<WorkspaceFace />)}>
            <WorkspaceMenu onChosen={leaveSite} />
          </Later>
        </div>
        <div className="side-bell">
          <Later>
            <Bell />
          </Later>
        </div>
        <Navigation />
        <div className="side-account">
          <Later fallback={inert(<AccountFace />)}>
            <AccountMenu onHelp={() => setHelpOpen(true)} />
          </Later>
        </div>
      </header>
      {main}
      <Later>
        <ToastRegion />
      </Later>
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
    </div>
  );
};

export const Shell = () => (
  // Otherwise React Aria's own texts, such as those for dragging, would be in the browser's language.
  <I18nProvider locale={useLocale()}>
    <WorkspaceGate>
      <Frame />
    </WorkspaceGate>
  </I18nProvider>
);

export const NoSuchPage = () => {
  const t = useText();
  return (
    <Page title={t('error.unknown_page')}>
      <div className="stack">
        <p>{t('error.unknown_page.hint')}</p>
        <p>
          <Link to="/inbox" className="button primary">
            {t('shell.inbox')}
          </Link>
        </p>
      </div>
    </Page>
  );
};
