import type { RuleId } from './catalog.ts';
import type { RuleTexts } from './english.ts';
import type { TOPICS } from './fact.ts';

/** By rule; what was measured and why not are by their English text. */
export const GERMAN_RULES: Readonly<Record<RuleId, RuleTexts>> = {
  contrast: [
    'Text hat zu wenig Kontrast.',
    'Machen Sie die Farbe dunkler oder heller, bis der Kontrast 4,5:1 erreicht.',
  ],
  'image-alt': [
    'Ein Bild hat keinen Alternativtext.',
    'Beschreiben Sie es in `alt`; für Schmuckbilder bleibt es leer.',
  ],
  'image-alt-words': [
    'Ein Alternativtext sagt nichts aus.',
    'Beschreiben Sie das Bild, nicht seine Datei oder den Text daneben.',
  ],
  'control-name': ['Eine Schaltfläche hat keinen Namen.', 'Geben Sie ihr sichtbaren Text oder ein `aria-label`.'],
  'link-name': ['Ein Link hat keinen Text.', 'Schreiben Sie Text in den Link, oder geben Sie seinem Bild ein `alt`.'],
  'field-label': ['Ein Formularfeld hat keine Beschriftung.', 'Verbinden Sie ein sichtbares `<label>` mit dem Feld.'],
  'field-autocomplete': [
    'Der Browser kann ein Feld für persönliche Daten nicht ausfüllen.',
    'Setzen Sie ein gültiges `autocomplete`, etwa `email` oder `postal-code`.',
  ],
  'label-mismatch': [
    'Ein Bedienelement heißt anders als sein sichtbarer Text.',
    'Beginnen Sie den Namen mit dem sichtbaren Text.',
  ],
  'tap-target': [
    'Ein Tippziel ist zu klein.',
    'Machen Sie es mindestens 24 × 24 px groß, oder lassen Sie mehr Abstand.',
  ],
  'zoom-blocked': [
    'Zoomen, Drehen oder größere Abstände sind gesperrt.',
    'Entfernen Sie `user-scalable=no`, `maximum-scale` und feste Ausrichtungen oder Abstände.',
  ],
  'heading-one': ['Die Seite hat keine Hauptüberschrift.', 'Nennen Sie das Thema der Seite in einem `<h1>`.'],
  'heading-order': ['Eine Überschriftenebene fehlt.', 'Nehmen Sie die nächste Ebene, und gestalten Sie sie mit CSS.'],
  'heading-empty': ['Eine Überschrift ist leer.', 'Schreiben Sie ihren Text, oder entfernen Sie sie.'],
  landmarks: [
    'Die Bereiche der Seite sind nicht richtig ausgezeichnet.',
    'Verwenden Sie ein `<main>`, und benennen Sie wiederholte Bereiche.',
  ],
  'skip-link': [
    'Wiederholte Blöcke lassen sich nicht überspringen.',
    'Ergänzen Sie `<main>`, Überschriften oder oben einen funktionierenden Link zum Inhalt.',
  ],
  'html-lang': ['Die Sprachangabe fehlt oder ist ungültig.', 'Setzen Sie `lang` an `<html>`, etwa `lang="de"`.'],
  'frame-title': ['Ein eingebetteter Rahmen hat keinen Titel.', 'Nennen Sie in `title`, was er enthält.'],
  aria: [
    'Eine ARIA-Rolle oder ein ARIA-Attribut ist falsch verwendet.',
    'Verwenden Sie ein natives Element, oder korrigieren Sie Rolle und Attribute.',
  ],
  'hidden-focus': [
    'Ein für Screenreader verborgenes Bedienelement erhält den Fokus.',
    'Entfernen Sie `aria-hidden`, oder machen Sie das Element auch inaktiv.',
  ],
  'duplicate-id': ['Mehrere Elemente haben dieselbe id.', 'Geben Sie jedem Element eine eigene id.'],
  'nested-control': ['Ein Bedienelement steckt in einem anderen.', 'Setzen Sie sie nebeneinander.'],
  'list-structure': [
    'Eine Liste ist falsch aufgebaut.',
    'In `<ul>` und `<ol>` gehören nur `<li>`, Begriffe gehören in `<dl>`.',
  ],
  'table-structure': [
    'Eine Datentabelle hat keine brauchbaren Kopfzellen.',
    'Zeichnen Sie Kopfzellen als `<th>` mit `scope` aus.',
  ],
  'media-captions': ['Ein Video oder eine Aufnahme hat keine Untertitel.', 'Fügen Sie eine Untertitelspur hinzu.'],
  'media-autoplay': [
    'Ton oder Bewegung startet von selbst.',
    'Starten Sie erst auf Wunsch, oder lassen Sie es anhalten.',
  ],
  'keyboard-order': [
    'Die Reihenfolge des Tastaturfokus ist erzwungen.',
    'Entfernen Sie positive `tabindex` und doppelte Tastenkürzel.',
  ],
  'keyboard-reach': [
    'Etwas reagiert auf die Maus, ist aber nicht per Tastatur erreichbar.',
    'Verwenden Sie `<button>` oder einen Link, oder ergänzen Sie `tabindex="0"` und eine Rolle.',
  ],
  'link-by-color': ['Links im Text unterscheiden sich nur durch ihre Farbe.', 'Unterstreichen Sie sie.'],
  'page-refresh': [
    'Die Seite lädt oder leitet von selbst neu.',
    'Entfernen Sie das zeitgesteuerte `<meta http-equiv="refresh">`.',
  ],
  'pdf-tags': ['Das PDF ist nicht getaggt.', 'Exportieren Sie es erneut als getaggtes PDF.'],

  'viewport-missing': [
    'Die Seite ist nicht für Telefone vorbereitet.',
    'Ergänzen Sie `<meta name="viewport" content="width=device-width, initial-scale=1">`.',
  ],
  'sideways-scroll': [
    'Die Seite lässt sich seitwärts scrollen.',
    'Lassen Sie das breiteste Element schrumpfen oder umbrechen.',
  ],
  'text-small': ['Text ist kleiner als 12 px.', 'Setzen Sie ihn auf mindestens 12 px.'],
  'text-cut': ['Text ist abgeschnitten.', 'Lassen Sie seinen Kasten mit dem Text wachsen.'],
  'view-covered': [
    'Etwas verdeckt den größten Teil der ersten Ansicht.',
    'Machen Sie es kleiner, oder zeigen Sie es erst nach dem Lesen.',
  ],
  'image-distorted': [
    'Ein Bild ist verzerrt.',
    'Behalten Sie sein Seitenverhältnis bei, etwa mit `object-fit: cover`.',
  ],
  'image-blurry': ['Ein Bild wird größer gezeigt, als es ist.', 'Liefern Sie ein größeres Bild.'],

  lcp: ['Der Hauptinhalt erscheint spät.', 'Laden Sie ihn zuerst, und senden Sie davor weniger.'],
  cls: ['Der Inhalt springt beim Laden.', 'Reservieren Sie Platz für Bilder, Werbung und Schriften.'],
  'blocking-time': [
    'Skripte blockieren die Seite.',
    'Teilen Sie lange Aufgaben, und laden Sie Skripte erst bei Bedarf.',
  ],
  'page-bytes': ['Die Seite ist schwer.', 'Komprimieren Sie Bilder und Skripte, und laden Sie sie erst bei Bedarf.'],
  'image-oversized': ['Ein Bild ist viel größer als gezeigt.', 'Liefern Sie es in der gezeigten Größe, mit `srcset`.'],
  'image-space': ['Für ein Bild ist kein Platz reserviert.', 'Setzen Sie `width` und `height`.'],

  'page-status': [
    'Die Seite antwortet mit einem Fehler.',
    'Antworten Sie mit 200, oder leiten Sie zur richtigen Adresse.',
  ],
  'page-empty': ['Die Seite zeigt nichts.', 'Prüfen Sie, ob ihre Skripte laufen, und zeigen Sie auch ohne sie Inhalt.'],
  'console-error': ['Ein Skript schlägt fehl.', 'Beheben Sie den Fehler in der Konsole.'],
  'request-failed': [
    'Eine Datei der Seite lässt sich nicht laden.',
    'Korrigieren Sie ihre Adresse, oder legen Sie sie dort ab.',
  ],
  'image-broken': ['Ein Bild lässt sich nicht anzeigen.', 'Korrigieren Sie seine Adresse, oder entfernen Sie es.'],

  'mixed-content': ['Eine verschlüsselte Seite lädt Dateien unverschlüsselt.', 'Laden Sie sie per `https:`.'],
  'form-insecure': ['Ein Formular sendet seine Daten unverschlüsselt.', 'Liefern und senden Sie es per `https:`.'],

  'link-dead': ['Ein Link führt ins Leere.', 'Korrigieren Sie seine Adresse, oder entfernen Sie ihn.'],
  'link-empty': ['Ein Link hat kein Ziel.', 'Geben Sie ihm eine Adresse, oder verwenden Sie eine Schaltfläche.'],
  'link-target-missing': [
    'Ein Link zeigt auf eine Stelle, die es auf der Seite nicht gibt.',
    'Korrigieren Sie die id.',
  ],
  'link-words': ['Der Text eines Links sagt nicht, wohin er führt.', 'Nennen Sie im Link sein Ziel.'],
  'link-private': ['Ein Link führt auf den Rechner eines Entwicklers.', 'Verwenden Sie die öffentliche Adresse.'],

  'page-title': ['Die Seite hat keinen aussagekräftigen Titel.', 'Nennen Sie Seite und Website in `<title>`.'],
  description: [
    'Die Seite hat keine Beschreibung.',
    'Fassen Sie sie in ein, zwei Sätzen in `<meta name="description">` zusammen.',
  ],
  'social-card': [
    'Ein geteilter Link zeigt weder Titel noch Bild.',
    'Setzen Sie `og:title` und `og:image` mit voller Adresse.',
  ],
  canonical: ['Die kanonische Adresse ist widersprüchlich.', 'Nennen Sie eine volle Adresse auf dieser Website.'],
  favicon: ['Die Seite hat kein Symbol.', 'Verlinken Sie eines mit `<link rel="icon">`.'],
  doctype: ['Die Seite läuft im Quirks-Modus.', 'Beginnen Sie sie mit `<!doctype html>`.'],
  'structured-data': ['Strukturierte Daten sind nicht lesbar.', 'Korrigieren Sie ihr JSON.'],

  spelling: ['Ein Wort ist falsch geschrieben.', 'Korrigieren Sie das Wort.'],
  'doubled-word': ['Ein Wort steht doppelt.', 'Entfernen Sie die Wiederholung.'],
  'reading-ease': ['Der Text ist schwer zu lesen.', 'Kürzen Sie Sätze und Wörter.'],
  'language-mismatch': ['Der Text ist in einer anderen Sprache als angegeben.', 'Korrigieren Sie `lang`.'],
  'broken-characters': [
    'Zeichen sind zerstört.',
    'Liefern Sie den Text als UTF-8, und reparieren Sie ihn dort, wo er gespeichert ist.',
  ],
  'placeholder-text': ['Platzhaltertext ist stehen geblieben.', 'Ersetzen Sie ihn durch den richtigen Text.'],
  'unfilled-value': ['Ein Wert wurde nicht eingesetzt.', 'Setzen Sie den Wert ein, oder lassen Sie die Angabe weg.'],

  'sum-wrong': ['Eine Summe stimmt nicht.', 'Rechnen Sie sie neu.'],
  'price-differs': ['Dasselbe hat verschiedene Preise.', 'Nennen Sie einen Preis, oder erklären Sie den Unterschied.'],
  'count-wrong': ['Eine Zahl passt nicht zu dem, was folgt.', 'Korrigieren Sie die Zahl oder die Liste.'],
  'date-passed': ['Ein Termin für Kommendes ist vorbei.', 'Aktualisieren oder entfernen Sie ihn.'],
  'date-wrong': ['Ein Datum kann nicht stimmen.', 'Korrigieren Sie Datum oder Wochentag.'],
  'copyright-year': ['Das Copyright-Jahr ist alt.', 'Aktualisieren Sie es, oder lassen Sie es weg.'],
};

/** By the English text of a fact's `reason`; others are refusals with their own German. */
export const GERMAN_REASONS: Readonly<Record<string, string>> = {
  'There is nothing of this kind on the page.': 'Auf der Seite gibt es nichts dergleichen.',
  'It cannot be measured on this page.': 'Das lässt sich auf dieser Seite nicht messen.',
  'The links were not followed.': 'Die Links wurden nicht verfolgt.',
  'The page is not encrypted.': 'Die Seite ist nicht verschlüsselt.',
  'The page could not be measured.': 'Die Seite ließ sich nicht messen.',
  'There is too little text.': 'Es gibt zu wenig Text.',
  'No formula is known for this language.': 'Für diese Sprache ist keine Formel bekannt.',
  'There is no dictionary with a permissive license for this language.':
    'Für diese Sprache gibt es kein Wörterbuch mit freier Lizenz.',
  'The dictionary is not installed.': 'Das Wörterbuch ist nicht installiert.',
  'The text is a transcript.': 'Der Text ist ein Transkript.',
  'No model has read the words of the picture.': 'Kein Modell hat die Wörter des Bildes gelesen.',
  'The file does not say it.': 'Die Datei gibt es nicht an.',
  'No browser is installed where this service runs, so the page was read without running its scripts. The operator can install Google Chrome or Microsoft Edge.':
    'Wo dieser Dienst läuft, ist kein Browser installiert; die Seite wurde gelesen, ohne ihre Skripte auszuführen. Wer ihn betreibt, kann Google Chrome oder Microsoft Edge installieren.',
  'The page could not be opened in a narrow window.': 'In einem schmalen Fenster ließ sich die Seite nicht öffnen.',
  'The page was opened in a browser; its text and pictures are those that visitors see.':
    'Die Seite wurde in einem Browser geöffnet; ihr Text und ihre Bilder sind die, die Besucher sehen.',
};

export const GERMAN_TOPICS: Readonly<Record<(typeof TOPICS)[number], string>> = {
  accessibility: 'Barrierefreiheit',
  layout: 'Layout',
  speed: 'Geschwindigkeit',
  errors: 'Fehler',
  links: 'Links',
  metadata: 'Metadaten',
  language: 'Sprache',
  consistency: 'Stimmigkeit',
  security: 'Sicherheit',
};
