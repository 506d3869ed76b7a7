import { checklist } from '../checklist.ts';
import type { Probe } from '../observation.ts';

const _ANSWER_TIME =
  /\bwithin (?:\d+|one|two|a few) (?:business |working )?(?:minutes?|hours?|days?|weeks?)|\bin \d+ (?:minutes?|hours?|days?|weeks?)|innerhalb von|werktag/;
const TIME = /\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm|uhr|utc|cet|gmt)\b/;

const ABOUT_SYSTEM = [
  'a system that runs',
  /\b(?:systems?|services?|servers?|deploy|databases?|api|app|software|backups?|data|websites?|incident|outage|machine|dienst|datenbank)/,
] as const;
const ABOUT_INCIDENT = [
  'something that went wrong',
  /\b(?:outage|incident|errors?|fail(?:ed|ure|s)?|down|sorry|apolog|problems?|bugs?|issues?|broken|delay|störung|fehler|ausfall|entschuldig)/,
] as const;
const ABOUT_SOFTWARE = [
  'software or commands',
  /\b(?:install|commands?|run|code|api|cli|library|package|script|download|version|release|software|app|installier|befehl)/,
] as const;
const ABOUT_INTERFACE = [
  'an interface',
  /\b(?:click|button|form|app|page|screen|enter|upload|sign (?:in|up)|search|save|menu|error|online|website|klick|formular|seite|eingeb|anmeld)/,
] as const;

/** What instructions, runbooks, interfaces and news of failures should tell. */
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
    names: 'errors|what happened|completeness',
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
    id: 'failure-modes',
    about: ABOUT_SYSTEM,
    names: 'failure modes named|completeness',
    topics: 'failure mode outage depend slow down break',
    what: 'kinds of failure that are named',
    items: [
      [
        'gone',
        /\bdown\b|\boutage|\bunavailable|\bunreachable|\bcrash|\boffline|\bausfall|\bnicht erreichbar/,
        'Say what users notice when each dependency is gone.',
      ],
      [
        'slow',
        /\bslow|\btime[- ]?out|\blatency|\bdelay|\bbacklog|\bqueue|\blangsam|\bverzöger/,
        'Say what happens when it is slow.',
      ],
      [
        'wrong',
        /\bcorrupt|\binconsisten|\bstale|\bduplicate|\bwrong (?:data|result|answer)|\bfalsche daten|\bdoppelt/,
        'Say what happens when it answers wrongly.',
      ],
      [
        'full or too many',
        /\bdisk (?:full|space)|\bcapacity|\boverload|\bquota|\bspike|\btoo many|\bvoll\b|\büberlast/,
        'Say what happens when it is full.',
      ],
      [
        'what users notice',
        /\b(?:users?|customers?|visitors?) (?:will |would |may |might )?(?:see|notice|get|cannot|can't|experience|lose)|\bnutzer (?:sehen|merken)/,
        'Say what users notice.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'signals',
    about: ABOUT_SYSTEM,
    names: 'signals',
    topics: 'signal alarm metric alert monitor threshold dashboard',
    what: 'parts of noticing trouble',
    items: [
      [
        'a metric',
        /\bmetric|\berror rate|\blatency|\buptime|\bp9\d|\bmonitor|\bkennzahl/,
        'Name the metric that follows users’ pain.',
      ],
      [
        'a threshold',
        /(?:above|over|more than|below|under|>|<|exceeds?) ?\d|\bthreshold|\bschwelle/,
        'Give it a threshold.',
      ],
      ['an alarm', /\balert|\balarm|\bpage[sd]?\b|\bpager|\bnotif/, 'Say what raises an alarm.'],
      ['an owner', /\bon[- ]call|\bowner|\bteam\b|\bresponsib|\bbereitschaft|\bzuständig/, 'Say who is called.'],
    ],
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
    id: 'incident-impact',
    about: ABOUT_INCIDENT,
    names: 'impact in their terms',
    topics: 'impact affected incident outage since symptom',
    what: 'things that tell whether one is concerned',
    items: [
      [
        'what was seen',
        /\b(?:could not|cannot|can't|unable to|failed to|slow|error|missing|delayed|unavailable|down|konnten nicht|nicht erreichbar|langsam)\b/,
        'Say what people saw.',
      ],
      [
        'who',
        /\b(?:customers?|users?|accounts?|visitors?) (?:in|on|with|who|using)|\b\d+ ?(?:%|percent|of) |\ball (?:customers|users)|\bkunden (?:in|mit|die)/,
        'Say who, and how many.',
      ],
      ['since when', TIME, 'Say from when to when, with the time zone.'],
      [
        'what still works',
        /\b(?:not|un)affected|\bstill works?|\bcontinues? to work|\bnot impacted|\bnicht betroffen|\bfunktioniert weiter/,
        'Say what still works.',
      ],
      [
        'what is safe',
        /\b(?:no|your) (?:data|payments?|passwords?) (?:was|were|is|are|has|have)|\bno data\b|\bsafe\b|\bkeine daten|\bsicher\b/,
        'Say whether data and money are safe.',
      ],
    ],
    against: [
      [
        'nobody in particular',
        /some users (?:may|might)|may experience|einige nutzer|möglicherweise/,
        'Say who, how many and with what symptom.',
      ],
    ],
    where: 'start',
  }),
  checklist({
    id: 'incident-rhythm',
    about: ABOUT_INCIDENT,
    names: 'rhythm',
    topics: 'update next rhythm status post promise',
    what: 'parts of a kept rhythm',
    items: [
      [
        'the next update',
        /\bnext update|\bwe(?:'ll| will) (?:update|post|report|inform|write)|\bupdate (?:by|at|in|within)|\bnächstes update|\bwir melden/,
        'Promise the next update with a time.',
      ],
      ['a time', TIME, 'Stamp each post with its time and zone.'],
      [
        'what is known',
        /\bwe (?:know|found|identified|have identified|confirmed)|\bcause\b|\bwir wissen|\bursache/,
        'Say what is known.',
      ],
      [
        'what is not known',
        /\b(?:not yet|do not|don't) (?:know|clear)|\binvestigat|\bstill (?:looking|checking|working)|\bwir (?:prüfen|untersuchen)/,
        'Say what is not known yet.',
      ],
    ],
    where: 'end',
  }),
  checklist({
    id: 'incident-ownership',
    about: ABOUT_INCIDENT,
    names: 'ownership|tone under bad news',
    topics: 'apolog sorry own cause amend prevent measure responsib',
    what: 'parts of owning a fault',
    items: [
      [
        'an apology',
        /\bsorry\b|\bapologi[sz]|\bour (?:fault|mistake)|\bwe let you down|\bentschuldig|\btut uns leid/,
        'Apologise in one plain sentence.',
      ],
      [
        'the cause',
        /\bcause[ds]?\b|\bbecause\b|\bdue to\b|\bursache|\bweil\b|\bgrund\b/,
        'Say the cause, and your part in it.',
      ],
      [
        'a measure',
        /\bwe (?:have |will |are )?(?:added|adding|add|chang|fix|introduc|remov|review|test|monitor|hired?)\w*|\bto prevent|\bfrom now on|\bkünftig|\bmaßnahme/,
        'Say what is changed so that it does not come back.',
      ],
      [
        'a date for it',
        /\bby (?:the end|\w+ \d|monday|friday|next|january|february|march|april|may|june|july|august|september|october|november|december)|\bwithin \d+|\bthis week|\bbis (?:ende|zum)/,
        'Give each measure a date.',
      ],
      [
        'amends',
        /\bcredit|\brefund|\bcompensat|\bmake (?:it|this) (?:right|good)|\bgutschrift|\berstatt/,
        'Say what those who were hit get.',
      ],
    ],
    enough: 4,
    where: 'end',
  }),
  checklist({
    id: 'trace',
    about: ABOUT_INCIDENT,
    names: 'place and trace',
    topics: 'trace identifier code report reference place',
    what: 'things that make a failure reportable',
    items: [
      [
        'a code',
        /\b(?:error|reference|request|incident|support)[ -]?(?:code|id|number|no)\b|\b[a-z]{2,5}-\d{2,}\b|\bfehlercode|\breferenz/,
        'Show a short code for support.',
      ],
      ['where to report', /\bcontact|\breport\b|\bsupport\b|@|\bmelden\b/, 'Say where to report it.'],
      [
        'the place',
        /\b(?:field|line|step|page|row|form|file|feld|zeile|schritt|datei)\b/,
        'Name the field, line or file it is about.',
      ],
      [
        'that it stays',
        /\bdismiss|\bclose\b|\bhistory\b|\blog\b|\bschließen/,
        'Let the message stay until it was read.',
      ],
    ],
    where: 'end',
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
