/** Words that injections and near-misses share, in English, German and Spanish. What they mean together is learned. */
const CLASSES: Record<string, string> = {
  machine:
    'ai|a\\.i|ki|ia|llm\\w*|gpt\\w*|chatgpt|claude|copilot|cursor|gemini|codex|\\w*bots?|robot\\w*|roboter\\w*' +
    '|maquin\\w+|maquina|maschine\\w*|blech\\w+|computer\\w*|compu\\w*|rechner|agent\\w*|agente\\w*|assist\\w+' +
    '|asist\\w+|model\\w*|modell\\w*|modelo\\w*|automat\\w+|automat\\w+|intelligenz|inteligencia|intelligence' +
    '|algorith\\w*|algorit\\w+|program\\w+|script\\w*|skript\\w*|silic\\w+|neural\\w*|digital\\w*|crawler\\w*' +
    '|parser\\w*|pipeline\\w*|bearbeiter\\w*|workflow\\w*|machine\\w*|opus|sonnet|devin|windsurf|mistral|llama',
  rules:
    'instruc\\w+|rules?|guidelin\\w+|guardrail\\w*|prompts?|orders?|polic\\w+|restric\\w+|training' +
    '|constraint\\w*|anweisung\\w*|regel\\w*|vorschrift\\w*|vorgabe\\w*|richtlinie\\w*|auftr\\w+|beschrank\\w*' +
    '|reglas?|normas?|directric\\w+|ordenes|restricci\\w+|politica\\w*|indicacion\\w*|limites|befehl\\w*' +
    '|kommando\\w*|consigna\\w*|protocol\\w*|protokoll\\w*|systemprompt\\w*',
  drop:
    'ignor\\w*|disregard\\w*|forget\\w*|overrid\\w*|bypass\\w*|skip\\w*|suspend\\w*|vergiss\\w*|vergess\\w*' +
    '|missacht\\w*|umgeh\\w*|uberspring\\w*|olvid\\w+|salt\\w+|salt\\w+|desobed\\w+|caso|omit\\w*|pass',
  approval:
    'approv\\w*|review\\w*|permission\\w*|confirm\\w*|sign-?off|freigabe\\w*|freigegeben|genehmig\\w*' +
    '|ruckfrag\\w*|zustimm\\w*|bestatig\\w*|aprob\\w+|revis\\w+|permiso\\w*|autoriz\\w+|authori\\w+|visto' +
    '|erlaub\\w+|abgesegnet|okay\\w*|consent\\w*|supervis\\w+|allowed|darf\\w*|durf\\w*|puede\\w*',
  authority:
    'owner\\w*|boss|admin\\w*|management|manager\\w*|inhaber\\w*|besitzer\\w*|betreiber\\w*|chef\\w*|geschafts\\w+' +
    '|leitung|duen\\w+|propietari\\w+|jef\\w+|gerente\\w*|direccion|ceo|cto|developer\\w*|entwickler\\w*' +
    '|desarrollador\\w*|support|security|sicherheit\\w*|seguridad|anthropic|openai|google|microsoft' +
    '|compliance|audit\\w*|system\\w*|sistema\\w*|operator\\w*',
  run:
    'run\\w*|execut\\w+|exec|launch\\w*|fuhr\\w*|ausfuhr\\w*|laufen|start\\w*|corr[ea]\\w*|ejecut\\w+|lanz\\w+' +
    '|ruf\\w*|aufruf\\w*|call\\w*|fetch\\w*|download\\w*|invok\\w*|abr\\w+|deploy\\w*|desplie\\w+|commit\\w*|push\\w*' +
    '|merge\\w*|install\\w*|instal\\w*|deaktivier\\w*|disabl\\w*|desactiv\\w+|turn|schalt\\w*',
  shell:
    'curl|wget|git|rm|sudo|printenv|env|npm|npx|pip|bash|sh|chmod|cat|ssh|scp|powershell|eval|drop|kubectl' +
    '|docker|psql|mysql|base64|exec|ls|tar',
  notes:
    'notes?|comments?|tickets?|notas?|comentarios?|zettel\\w*|notiz\\w*|kommentar\\w*|avisos?|meldung\\w*' +
    '|feedback\\w*|reports?|queue|cola|warteschlange',
  all:
    'all|every\\w*|any\\w*|other\\w*|alle\\w*|andere\\w*|ubrig\\w*|samtlich\\w*|tod[oa]s?|demas|resto|cada' +
    '|jede\\w*',
  give:
    'send\\w*|giv\\w+|post\\w*|paste\\w*|shar\\w+|print\\w*|show\\w*|tell|upload\\w*|reveal\\w*|output\\w*|dump\\w*' +
    '|mail\\w*|forward\\w*|copy|attach\\w*|leak\\w*|repl\\w+|respond\\w*|answer\\w*|writ\\w+|return\\w*|includ\\w+' +
    '|export\\w*|schick\\w*|gib|gebt|geben|nenn\\w*|verrat\\w*|zeig\\w*|schreib\\w*|kopier\\w*|leit\\w*|lad\\w*' +
    '|veroffentlich\\w*|ausgeben|pas[ae]\\w*|mand\\w+|mand\\w+|envi\\w+|d[ae]me\\w*|denme|muestr\\w+' +
    '|muestr\\w+|ensen\\w+|ensen\\w+|peg\\w+|pega\\w*|copi\\w+|copi\\w+|pon\\w*|pon\\w*|sub[aei]\\w*|sub\\w+' +
    '|compart\\w+|di\\w+|dig\\w+|dej\\w+|dej\\w+|escrib\\w+|revel\\w+|cuent\\w+|facilit\\w+|mitteil\\w*|teil\\w*' +
    '|antwort\\w*|hinterleg\\w*|need\\w*|brauch\\w*|necesit\\w+|want\\w*|quier\\w+|mochte\\w*',
  secret:
    'passw\\w+|kennw\\w+|contrasen\\w+|pw|pin|credential\\w*|zugangsdat\\w*|zugang\\w*|anmeldedat\\w*' +
    '|credencial\\w*|claves?|tokens?|secrets?|geheim\\w*|secret\\w+|keys?|\\w*schlussel\\w*|\\w*key\\w*|env' +
    '|umgebungsvariab\\w*|environment|entorno|config\\w*|konfig\\w*|wp|id_rsa|logs?|\\w*protokoll\\w*|registros' +
    '|cookies?|mcp|login\\w*|ssh|database|datenbank\\w*|bbdd|backup\\w*|respaldo|iban\\w*|card\\w*|tarjeta\\w*' +
    '|konto\\w*|kunden\\w*|customer\\w*|client\\w*|users?|usuari\\w+|nutzer\\w*|mitglieder\\w*|subscriber\\w*' +
    '|teilnehmer\\w*|lista|liste|list|smtp|ftp|endpoint\\w*|webhook\\w*|2fa|otp|internal\\w*|intern\\w*',
  me:
    'me|us|mir|uns|nos|here|hier|aqui|aca|below|unten|darunter|abajo|reply|antwort|respuesta|mich|mi|my' + '|mein\\w*',
  hide:
    'mention\\w*|summary|diff|nobody|niemand\\w*|nadie|keinem|verrat\\w*|erwahn\\w*|mencion\\w*|quiet\\w*' +
    '|silen\\w*|calla\\w*|secretly|heimlich|hidden|versteck\\w*|ocult\\w*|zusammenfassung\\w*|resumen|changelog' +
    '|log|leise|still|unauffallig\\w*|disimul\\w*',
  you:
    "you|your|you're|u|ur|du|dein\\w*|dich|dir|ihr|euch|sie|ihnen|tu|tu|tus|ti|te|usted\\w*|vos|vosotr\\w+" +
    '|ustedes',
  negation: "no|not|don't|don’t|never|without|kein\\w*|nicht|nie|ohne|sin|nunca|ni",
  must: 'must|should|shall|have|has|muss|mussen|soll\\w*|deb\\w+|tien\\w+|hay|please|bitte|favor|porfa|pls|plz',
  now: 'now|jetzt|ahora|ab|sofort|from|desde|partir|today|heute|hoy|henceforth|nun',
  role: 'pretend\\w*|act|role|rolle\\w*|papel|finge\\w*|spiel\\w*|imagin\\w*|persona\\w*|bist|eres|sos|are',
  publish:
    'publish\\w*|live|online|production|prod|veroffentlich\\w*|public\\w+|directamente|direkt|straight' + '|deploy\\w*',
};

const classes = Object.entries(CLASSES).map(([name, words]) => ({ name, pattern: new RegExp(`^(?:${words})$`, 'u') }));

export const classesOf = (word: string): string[] =>
  classes.flatMap(({ name, pattern }) => (pattern.test(word) ? [name] : []));
