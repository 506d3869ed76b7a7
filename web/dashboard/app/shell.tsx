import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { Building2, Globe, Hourglass, Inbox, MessagesSquare, ShieldCheck, UsersRound, WifiOff } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsUsed } from '../kit/first-use.ts';
import { lazyComponent } from '../kit/lazy-component.tsx';
import { MenuButton } from '../kit/menu-button.tsx';
import { useIsOnline } from '../kit/online.ts';
import { useIsSlow } from '../kit/patience.ts';
import { Link } from '../kit/router/link.tsx';
import { PageArea } from '../kit/router/page-area.tsx';
import { navigate, useCurrentPath } from '../kit/router/router.ts';
import { currentPath } from '../kit/router/target.ts';
import { useCommandKey, useKeys } from '../kit/shortcuts.ts';
import { Signpost } from '../kit/states.tsx';
import { useSession } from '../session/sign-in.ts';
import { type Gate, WorkspaceGate } from '../session/workspace.tsx';
import { type MessageKey, t } from '../words/messages.ts';
import { AccountFace, WorkspaceFace, WorkspaceName } from './menu-buttons.tsx';

// Menus, dialogs and toasts load after the page: no one opens one in the first half second.
const loadMenus = () => import('./menus.tsx');
const AccountMenu = lazyComponent(async () => (await loadMenus()).AccountMenu, null);
const Bell = lazyComponent(async () => (await import('./bell.tsx')).Bell, null);
const WorkspaceMenu = lazyComponent(async () => (await loadMenus()).WorkspaceMenu, null);
const ToastRegion = lazyComponent(async () => (await import('../kit/toast-region.tsx')).ToastRegion, null);
const importPalette = () => import('./palette.tsx');
const Palette = lazyComponent(async () => (await importPalette()).loadPalette(), null);
const LostWorkspace = lazyComponent(async () => (await import('./lost-workspace.tsx')).LostWorkspace, null);
const KeyboardHelp = lazyComponent(async () => (await import('./keyboard-help.tsx')).KeyboardHelp, null);

const PLACES = [
  { to: '/inbox', key: 'shell.inbox', icon: Inbox },
  { to: '/sites', key: 'shell.sites', icon: Globe },
  { to: '/reviews', key: 'shell.reviews', icon: MessagesSquare },
  { to: '/personas', key: 'shell.personas', icon: UsersRound },
  { to: '/workspace', key: 'shell.workspace', icon: Building2 },
] as const satisfies readonly { to: string; key: MessageKey; icon: unknown }[];

const ADMIN = { to: '/admin', key: 'shell.admin', icon: ShieldCheck } as const;

const Hints = ({ children }: { children?: ReactNode }) => {
  const online = useIsOnline();
  const slow = useIsSlow();
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
      {children}
    </div>
  );
};

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

const Navigation = () => {
  const { person } = useSession();
  const path = useCurrentPath();
  const places = person?.isAdmin ? [...PLACES, ADMIN] : PLACES;
  return (
    <nav aria-label={t('shell.nav')} className="places">
      <ul>
        {places.map(({ to, key, icon: Icon }) => (
          <li key={to}>
            <Link to={to} aria-current={isWithin(path, to) ? 'page' : undefined}>
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
const Later = ({ children }: { children: ReactNode }) => {
  const isBusy = useIsFetching() > 0;
  const [isTime, setTime] = useState(false);
  useEffect(() => {
    if (isTime) return undefined;
    const timer = setTimeout(() => setTime(true), isBusy ? PATIENCE_MS : QUIET_MS);
    return () => clearTimeout(timer);
  }, [isBusy, isTime]);
  return isTime && children;
};

const inert = (face: ReactNode) => <div className="switcher">{face}</div>;

interface Around {
  workspace: ReactNode;
  bell?: ReactNode;
  account: ReactNode;
  children: ReactNode;
}

const Around = ({ workspace, bell, account, children }: Around) => {
  // An invitation is to another workspace than the one that is open.
  const isApart = useCurrentPath().startsWith('/invitations/');
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
        <div className="side-workspace">{!isApart && workspace}</div>
        <div className="side-bell">{!isApart && bell}</div>
        {!isApart && <Navigation />}
        <div className="side-account">{account}</div>
      </header>
      {children}
    </div>
  );
};

/** Drawn at once; the list of workspaces may still be on its way. */
const Frame = ({ chosen, last, instead }: Gate) => {
  const queries = useQueryClient();
  const isUsed = useIsUsed();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isPaletteOpen, setPaletteOpen] = useState(false);
  useCommandKey(() => setPaletteOpen(true));
  useEffect(() => {
    // Loaded ahead: keys pressed before the palette is there would reach the page.
    if (isUsed) void importPalette().catch(() => undefined);
  }, [isUsed]);
  useKeys({
    '?': () => setHelpOpen(true),
    ...Object.fromEntries(PLACES.map(({ to }) => [`g ${to[1]}`, () => void navigate({ to })])),
  });
  const leaveSite = () => {
    void queries.cancelQueries();
    // The address may name a site of the previous workspace.
    const to = currentPath();
    if (to === '/inbox' || to === '/reviews') void navigate({ to });
  };
  const workspaceMenu = (
    <MenuButton className="switcher" load={loadMenus} menu={(open) => <WorkspaceMenu {...open} onChosen={leaveSite} />}>
      <WorkspaceFace />
    </MenuButton>
  );
  const accountMenu = (
    <MenuButton
      className="switcher"
      load={loadMenus}
      menu={(open) => <AccountMenu {...open} onHelp={() => setHelpOpen(true)} onPalette={() => setPaletteOpen(true)} />}
    >
      <AccountFace />
    </MenuButton>
  );
  return (
    <Around
      workspace={chosen ? workspaceMenu : last && inert(<WorkspaceName {...last} />)}
      bell={
        chosen && (
          <Later>
            <Bell />
          </Later>
        )
      }
      account={chosen ? accountMenu : inert(<AccountFace />)}
    >
      <main id="main" tabIndex={-1} key={chosen?.workspace.id} data-lost={chosen?.isLost || undefined}>
        <Hints>{chosen?.isLost && <LostWorkspace />}</Hints>
        {chosen ? <PageArea missing={<NoSuchPage />} /> : instead}
      </main>
      {chosen && isUsed && <ToastRegion />}
      {chosen && isPaletteOpen && <Palette onHelp={() => setHelpOpen(true)} onClose={() => setPaletteOpen(false)} />}
      {isHelpOpen && <KeyboardHelp onClose={() => setHelpOpen(false)} />}
    </Around>
  );
};

/** Stays when the workspace arrives, so that focus and clicks in it aren't lost. */
export const Shell = () => <WorkspaceGate>{(gate) => <Frame {...gate} />}</WorkspaceGate>;

export const NoSuchPage = () => (
  <Signpost
    title={t('error.unknown_page')}
    what={t('error.unknown_page.hint')}
    to="/inbox"
    back={t('shell.go_inbox')}
  />
);
