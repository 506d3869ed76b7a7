import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const ABOUT_SYSTEM = [
  'a system that runs',
  /\b(?:systems?|services?|servers?|deploy|databases?|api|app|software|backups?|data|websites?|incident|outage|machine|dienst|datenbank)/,
] as const;
const ABOUT_SOFTWARE = [
  'software or commands',
  /\b(?:install|commands?|run|code|api|cli|library|package|script|download|version|release|software|app|installier|befehl)/,
] as const;
const ABOUT_INTERFACE = [
  'an interface',
  /\b(?:click|button|form|app|page|screen|enter|upload|sign (?:in|up)|search|save|menu|error|online|website|klick|formular|seite|eingeb|anmeld)/,
] as const;

/** What instructions and interfaces should tell. */
export const workingProbes: readonly Probe[] = [
  checklist({
    id: 'prerequisites',
    about: ABOUT_SOFTWARE,
    names: 'runs as written|first call',
    topics: 'prerequisite version command install environment credential run',
    what: 'things that a clean machine needs to be told',
    items: [
      [
        'what must be there first',
        /\bprerequisit|\brequire[sd]?\b|\brequirements|\byou(?:'ll| will)? need\b|\bbefore you (?:start|begin)|\bdepends on|\bvoraussetzung/,
        'List what must be there before the first command.',
      ],
      [
        'versions',
        /\b(?:node(?:\.js)?|python|java|ruby|go|php|npm|docker|postgres\w*|version|v) ?(?:>=|≥|v)? ?\d+(?:\.\d+)*|\b\d+\.\d+\.\d+\b|\b\d+ or (?:later|newer|above)/,
        'Give the versions it was tried with.',
      ],
      [
        'how to install',
        /\binstall|\bnpm (?:i|install|ci)\b|\bpip install|\bbrew |\bclone\b|\bdownload/,
        'Give the whole install command.',
      ],
      [
        'how to run it',
        /\brun\b|\bstart(?:s|ing)?\b|\bnpm (?:start|run)|\busage\b|\bexecute|\bausführen|\bstarten/,
        'Give the whole command that runs it.',
      ],
      [
        'what one then sees',
        /\boutput|\byou (?:should |will )?see\b|\bprints?\b|\breturns?\b|\bresponse\b|\bopens?\b|\blistening on|\bausgabe/,
        'Show what a success prints.',
      ],
      [
        'credentials or settings',
        /\bapi key|\btoken|\benv(?:ironment)?\b|\bconfig|\bcredential|\.env\b|\bset(?:ting)?s?\b|\bexport [a-z_]+=/,
        'Say where keys and settings come from.',
      ],
    ],
    enough: 5,
    where: 'start',
  }),
  checklist({
    id: 'errors-explained',
    names: 'errors|when it fails|what happened|completeness',
    topics: 'error fail status code cause exception invalid message',
    what: 'parts of an explained failure',
    items: [
      [
        'a failure',
        /\berrors?\b|\bfail(?:s|ed|ure)?\b|\b[45]\d\d\b|\binvalid|\bexception|\bcould not|\bfehler|\bkonnte nicht|\bfehlgeschlagen/,
        'Name what can fail.',
      ],
      [
        'its cause',
        /\bbecause\b|\bcaused? by|\bdue to\b|\bif (?:the|your|you|a|no)\b|\bwhen (?:the|your|you|a)\b|\bweil\b|\bwenn\b|\bursache/,
        'Say why it happens.',
      ],
      [
        'its cure',
        /\btry\b|\bcheck (?:that|the|whether|your)|\bmake sure|\bto fix|\binstead\b|\bretry|\bsolution|\bresolve|\bprüfen sie|\bversuchen sie|\blösung/,
        'Say what to do about each.',
      ],
      [
        'a code to look up',
        /\b[45]\d\d\b|\b[A-Za-z]+[-_](?:error|err)\b|\berr_\w+|\bcode:? ?[\w-]*\d|\berror code|\bfehlercode/,
        'Give each a stable code.',
      ],
      [
        'what stays safe',
        /\b(?:nothing|no data|not) (?:was |were |has been |is )?(?:charged|lost|changed|sent|saved|deleted)|\bwas not\b|\bunchanged|\bwurde nicht/,
        'Say what did not change: “Nothing was charged.”',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'way-on',
    names: 'what now|self-help|if it fails|what to do now|recovery',
    topics: 'way on next fallback trouble fail cure help workaround recover',
    what: 'ways on when it does not work',
    items: [
      [
        'a step to try',
        /\btry (?:to|again|this|a|the|another)|\bcheck (?:that|the|whether|your|if)|\brestart|\breload|\bmake sure|\bprüfen|\bversuchen|\bneu (?:starten|laden)/,
        'Give one exact step to try.',
      ],
      [
        'a condition',
        /\bif (?:that|this|it|the|you|nothing)\b.{0,60}\b(?:fail|not|still|error|miss|wrong|work)|\bif you (?:still|cannot|can't|don't)|\bfalls\b|\bwenn .{0,40}nicht/,
        'Say how one sees that it failed: “If it still …”.',
      ],
      [
        'another way',
        /\binstead\b|\balternativ|\bor (?:you can|call|write|use)|\banother way|\bmanually|\bworkaround|\bstattdessen|\boder rufen/,
        'Offer a second way.',
      ],
      [
        'whom to ask',
        /\bcontact|\bsupport\b|\bcall\b|\bwrite to|\be-?mail us|[\w.+-]{1,60}@[\w-]{1,60}\.\w{2,}|\bkontakt|\brufen sie/,
        'Say whom to ask.',
      ],
      [
        'what to send',
        /\b(?:include|attach|send (?:us )?(?:the|your|a)|tell us|quote|give us)\b|\breference (?:number|code)|\bscreenshot|\blog file|\bangeben|\bmitschicken/,
        'Say what to send along: number, time, screenshot.',
      ],
      [
        'nothing to do',
        /\bnothing (?:to do|you need)|\bno action|\byou (?:do not|don't) need to|\bsie müssen nichts/,
        'Say plainly if there is nothing to do.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'limits',
    about: ABOUT_SOFTWARE,
    names: 'limits and change',
    topics: 'limit rate paging version deprecat quota change notice',
    what: 'promises about limits and change',
    items: [
      [
        'limits',
        /\blimit|\bquota|\bmaximum|\bat most|\bup to \d|\bper (?:second|minute|hour|day)\b|\bgrenze|\bhöchstens/,
        'State the limits as numbers.',
      ],
      [
        'what happens at the limit',
        /\b429\b|\bexceed|\bretry[- ]after|\bthrottl|\brefus|\bover the limit|\büberschreit/,
        'Say what happens at the limit.',
      ],
      [
        'paging or size',
        /\bpag(?:e|es|ing|ination)\b|\bcursor|\boffset|\bmb\b|\bkb\b|\bgb\b|\bseiten\b/,
        'Say how long lists are read.',
      ],
      ['versions', /\bversion|\bv\d\b|\brelease|\bchangelog|\bsemver/, 'Name the version and where changes are told.'],
      [
        'notice of change',
        /\bdeprecat|\bbreaking|\bbackwards?[- ]compatib|\bmonths' notice|\bsupported until|\bend of life|\bankündig/,
        'Promise how long the old way goes on.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'way-back',
    about: ABOUT_SYSTEM,
    names: 'way back|forgiving input|recovery',
    topics: 'rollback backup restore undo revert recover confirm',
    what: 'ways back',
    items: [
      [
        'undoing',
        /\bundo|\brevert|\broll(?:ed|ing)?[- ]?back|\brestore|\brückgängig|\bwiederherstell/,
        'Say how an act is undone.',
      ],
      ['a backup', /\bbackups?\b|\bsnapshot|\bcopy of|\bsicherung/, 'Say what is backed up, how often.'],
      [
        'a confirmation',
        /\bconfirm|\bare you sure|\breview before|\bdouble[- ]check|\bbestätig/,
        'Ask before what cannot be undone.',
      ],
      [
        'a time limit',
        /\bwithin \d+ (?:minutes?|hours?|days?)|\bfor \d+ (?:days|hours|minutes)|\bup to \d+ (?:days|hours)|\binnerhalb/,
        'Say until when it can be undone.',
      ],
      [
        'proof',
        /\btested\b|\brehears|\bdrill\b|\blast (?:restore|tested)|\bverified|\bgetestet|\bgeprobt/,
        'Say when the way back was last tried, and how long it took.',
      ],
    ],
    enough: 4,
    where: 'action',
  }),
  checklist({
    id: 'states',
    about: ABOUT_INTERFACE,
    names: 'empty, waiting, done|states|feedback',
    topics: 'state empty loading wait done feedback progress success hover',
    what: 'states that are put into words',
    items: [
      [
        'empty',
        /\bno (?:results?|items?|data|entries|messages|projects|notes)\b|\bnothing (?:here|yet|found)|\bempty\b|\bkeine (?:ergebnisse|einträge|daten)|\bleer\b/,
        'Write the empty state: why it is empty and what to do.',
      ],
      [
        'waiting',
        /\bloading|\bplease wait|\bprocessing|\bin progress|\buploading|\bsaving|\btakes (?:a|about)|\bwird geladen|\bbitte warten/,
        'Write what is seen while it works, and how long.',
      ],
      [
        'done',
        /\bdone\b|\bsaved\b|\bsent\b|\bsuccess|\bthank(?:s| you)|\bconfirm(?:ed|ation)|\bcompleted?\b|\bgespeichert|\bgesendet|\bdanke\b/,
        'Write what is said when it worked.',
      ],
      [
        'failed',
        /\berror|\bfailed|\bcould not|\bwent wrong|\btry again|\bfehler|\bfehlgeschlagen/,
        'Write what is said when it failed.',
      ],
      [
        'not allowed',
        /\bnot (?:allowed|permitted|available)|\bdisabled|\bno (?:access|permission)|\bsign in to|\bkein zugriff|\bnicht verfügbar/,
        'Write what somebody without the right sees.',
      ],
    ],
    where: 'action',
  }),
  checklist({
    id: 'saving',
    about: ABOUT_INTERFACE,
    names: 'interruption and weak network|return path',
    topics: 'save draft resume offline interrupt return reminder continue',
    what: 'words about stopping and coming back',
    items: [
      [
        'saving',
        /\bsav(?:e|es|ed|ing)\b|\bdraft|\bgespeichert|\bspeicher|\bentwurf/,
        'Say that work is saved, and where.',
      ],
      [
        'coming back',
        /\bresume|\bcontinue (?:where|later|your)|\bcome back|\bpick up where|\breturn to|\bfortsetzen|\bspäter weiter/,
        'Say how one comes back to the same place.',
      ],
      ['without network', /\boffline|\bconnection|\bnetwork|\bsync|\bverbindung/, 'Say what works without a network.'],
      [
        'a reminder',
        /\bremind|\bwe(?:'ll| will) (?:e-?mail|send|notify)|\bnotif|\berinner/,
        'Say whether a reminder comes, and with what gain.',
      ],
    ],
    enough: 3,
    where: 'action',
  }),
  checklist({
    id: 'steps-checkable',
    names: 'first moves|steps that match',
    topics: 'steps command rights check worked stop',
    what: 'things that let a tired stranger act',
    items: [
      [
        'an exact name or command',
        /`[^`]+`|["“„][^"”“]{2,40}["”“]|\$ \w+|\bclick (?:on )?\w+|\bselect \w+|\bopen (?:the )?\w+|\bgo to\b|\bklicken sie|\böffnen sie|>\s?\w+\s?>/,
        'Give names and commands exactly as they are on the screen.',
      ],
      [
        'how one sees that it worked',
        /\byou (?:should|will|now|then) (?:now )?see|\bshould (?:show|appear|return|be|say)|\bappears?\b|\bexpected\b|\bsie sehen|\berscheint/,
        'After each step say what one then sees.',
      ],
      [
        'rights or access',
        /\baccess to|\bpermission|\badmin|\bas an? \w+ (?:owner|user|role)|\blog in|\bsign in|\bberechtig|\banmelden/,
        'Say which rights are needed.',
      ],
      [
        'when to stop',
        /\bif (?:this|that|it) (?:does not|doesn't|fails?)|\bstop\b|\bescalat|\botherwise|\bdo not (?:continue|proceed)|\bandernfalls|\babbrechen/,
        'Say when to stop.',
      ],
      [
        'whom to call',
        /\bcall\b|\bcontact|\bon[- ]call|\bslack|\bask\b|\bwenden sie sich|\brufen/,
        'Say whom to call.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
];
