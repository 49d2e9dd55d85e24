"""Works with LibreOffice for documents.long.ts, through its programming interface (UNO).

libreoffice.py make FOLDER     writes documents with tracked changes, as LibreOffice itself tracks them
libreoffice.py show FOLDER     saves each docx of the folder as PDF
libreoffice.py accept FOLDER   does so after all tracked changes are accepted
"""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import uno
from com.sun.star.beans import PropertyValue
from com.sun.star.connection import NoConnectException
from com.sun.star.text.ControlCharacter import PARAGRAPH_BREAK

lines = [
    "Lebenslauf",
    "Anna Müller, Köln",
    "2019 bis 2021 Verkäuferin in Bonn",
    "2021 bis 2024 Kassiererin in Köln",
    "Deutsch und Englisch",
    "Gruß Anna",
]


def options(**values):
    return tuple(PropertyValue(Name=name, Value=value) for name, value in values.items())


@contextmanager
def start_office():
    """Starts LibreOffice with a profile of its own, and ends it afterwards in any case."""
    with tempfile.TemporaryDirectory(prefix="portal-libreoffice-") as profile:
        pipe = Path(profile).name
        command = ["soffice", "--headless", "--norestore", f"--accept=pipe,name={pipe};urp;"]
        process = subprocess.Popen(
            [*command, f"-env:UserInstallation=file://{profile}"],
            start_new_session=True,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield Office(connect(pipe))
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def connect(pipe):
    local = uno.getComponentContext()
    resolver = local.ServiceManager.createInstanceWithContext("com.sun.star.bridge.UnoUrlResolver", local)
    for _ in range(300):
        try:
            return resolver.resolve(f"uno:pipe,name={pipe};urp;StarOffice.ComponentContext")
        except NoConnectException:
            time.sleep(0.2)
    raise RuntimeError("LibreOffice does not start.")


class Office:
    """A running LibreOffice."""

    def __init__(self, context):
        self.context = context
        self.desktop = self.create("com.sun.star.frame.Desktop")

    def create(self, name):
        return self.context.ServiceManager.createInstanceWithContext(name, self.context)

    def open(self, url):
        """Opens a document, but no damaged one, which LibreOffice would have to repair."""
        document = self.desktop.loadComponentFromURL(url, "_blank", 0, options(Hidden=True, RepairPackage=False))
        if document is None:
            raise RuntimeError(f"LibreOffice does not open {url}.")
        return document

    def dispatch(self, document, command):
        dispatcher = self.create("com.sun.star.frame.DispatchHelper")
        dispatcher.executeDispatch(document.CurrentController.Frame, f".uno:{command}", "", 0, ())


def convert(office, folder, accepts):
    """Saves documents as PDF, which shows headers, footers, notes and frames as well."""
    for path in sorted(folder.glob("*.docx")):
        document = office.open(path.as_uri())
        if accepts:
            office.dispatch(document, "AcceptAllTrackedChanges")
        document.storeToURL(path.with_suffix(".pdf").as_uri(), options(FilterName="writer_pdf_Export"))
        document.close(True)


class Draft:
    """A document of a few lines, which are changed with tracked changes from `track` on."""

    def __init__(self, office):
        self.office = office
        self.document = office.open("private:factory/swriter")
        self.text = self.document.Text
        cursor = self.text.createTextCursor()
        for index, line in enumerate(lines):
            if index > 0:
                self.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
            self.text.insertString(cursor, line, False)

    def track(self):
        self.document.RecordChanges = True

    def find(self, word):
        search = self.document.createSearchDescriptor()
        search.SearchString = word
        return self.document.findFirst(search)

    def replace(self, word, by):
        self.find(word).setString(by)

    def cursor(self, word):
        return self.text.createTextCursorByRange(self.find(word))

    def paragraph(self, word):
        """Selects the paragraph with a word, with its end."""
        cursor = self.cursor(word)
        cursor.gotoStartOfParagraph(False)
        cursor.gotoNextParagraph(True)
        return cursor

    def end(self, word):
        cursor = self.cursor(word)
        cursor.gotoEndOfParagraph(False)
        return cursor

    def insert(self, kind, place, absorb=False):
        content = self.document.createInstance(f"com.sun.star.text.{kind}")
        self.text.insertTextContent(place, content, absorb)
        return content

    def table(self, rows=3):
        table = self.document.createInstance("com.sun.star.text.TextTable")
        table.initialize(rows, 2)
        self.text.insertTextContent(self.cursor("Deutsch"), table, False)
        for name in table.CellNames:
            table.getCellByName(name).String = f"Zelle {name}"
        return table

    def dispatch(self, *commands):
        for command in commands:
            self.office.dispatch(self.document, command)

    def select(self, what):
        self.document.CurrentController.select(what)

    def go_to(self, place):
        self.document.CurrentController.ViewCursor.gotoRange(place, False)


def words(draft):
    draft.track()
    draft.replace("Köln", "Bergheim")
    draft.replace("Englisch", "Französisch")


def paragraph_deleted(draft):
    draft.track()
    draft.paragraph("Kassiererin").setString("")


def paragraph_inserted(draft):
    draft.track()
    cursor = draft.end("Verkäuferin")
    draft.text.insertControlCharacter(cursor, PARAGRAPH_BREAK, False)
    draft.text.insertString(cursor, "Neu eingefügt", False)


def paragraph_split(draft):
    draft.track()
    draft.text.insertControlCharacter(draft.find("Müller").End, PARAGRAPH_BREAK, False)


def paragraphs_joined(draft):
    draft.track()
    cursor = draft.end("Verkäuferin")
    cursor.goRight(1, True)
    cursor.setString(" ")


def deleted_across_paragraphs(draft):
    draft.track()
    cursor = draft.cursor("Verkäuferin")
    cursor.gotoRange(draft.find("Deutsch"), True)
    cursor.setString("")


def everything(draft):
    draft.track()
    cursor = draft.text.createTextCursor()
    cursor.gotoEnd(True)
    cursor.setString("Alles neu")


def inserted_and_deleted(draft):
    draft.track()
    draft.text.insertString(draft.find("Gruß").End, " und viele Grüße", False)
    draft.replace("viele", "")


def formats(draft):
    draft.track()
    name = draft.find("Müller")
    name.CharWeight = 150.0
    name.ParaAdjust = uno.Enum("com.sun.star.style.ParagraphAdjust", "CENTER")


def list_items(draft):
    draft.track()
    for word in ("Verkäuferin", "Kassiererin"):
        draft.find(word).NumberingStyleName = "List 1"
    draft.paragraph("Kassiererin").setString("")


def table_text(draft):
    table = draft.table()
    draft.track()
    cell = table.getCellByName("A1").Text
    cell.insertString(cell.End, " neu", False)
    cursor = table.getCellByName("B2").Text.createTextCursor()
    cursor.gotoEnd(True)
    cursor.setString("")


def table_rows(draft):
    table = draft.table()
    draft.track()
    table.Rows.insertByIndex(1, 1)
    table.getCellByName("A2").String = "Neue Zeile"
    draft.select(table.getCellByName("A3"))
    draft.dispatch("EntireRow", "DeleteRows")


def table_deleted(draft):
    table = draft.table(2)
    draft.track()
    draft.select(table.getCellByName("A1"))
    draft.dispatch("EntireRow", "DeleteRows")
    draft.select(table.getCellByName("A2"))
    draft.dispatch("EntireRow", "DeleteRows")


def footnotes(draft):
    note = draft.insert("Footnote", draft.find("Bonn").End)
    note.String = "Alte Fußnote"
    draft.track()
    note.Text.insertString(note.Text.End, " neu", False)
    draft.insert("Footnote", draft.find("Gruß").End).String = "Zweite"


def footnote_deleted(draft):
    draft.insert("Footnote", draft.find("Bonn").End).String = "Erste"
    draft.insert("Footnote", draft.find("Gruß").End).String = "Zweite"
    draft.track()
    cursor = draft.cursor("Bonn")
    cursor.goRight(1, True)
    cursor.setString("")


def endnotes(draft):
    draft.insert("Endnote", draft.find("Bonn").End).String = "Alte Endnote"
    draft.track()
    draft.document.Endnotes.getByIndex(0).Text.insertString(
        draft.document.Endnotes.getByIndex(0).Text.End, " neu", False
    )


def header_and_footer(draft):
    style = draft.document.StyleFamilies.getByName("PageStyles").getByName("Standard")
    style.HeaderIsOn = style.FooterIsOn = True
    style.HeaderText.String = "Kopfzeile alt"
    style.FooterText.String = "Fußzeile weg"
    draft.track()
    draft.replace("alt", "neu")
    draft.replace(" weg", "")


def text_frame(draft):
    frame = draft.insert("TextFrame", draft.find("Bonn"))
    frame.Text.setString("Kasten alt")
    draft.track()
    cursor = frame.Text.createTextCursor()
    cursor.gotoEnd(True)
    cursor.setString("Kasten neu")


def field(draft):
    draft.track()
    draft.insert("TextField.PageNumber", draft.find("Gruß").End)


def comment(draft):
    annotation = draft.document.createInstance("com.sun.star.text.textfield.Annotation")
    annotation.Content = "Bitte prüfen"
    annotation.Author = "Cleo"
    draft.text.insertTextContent(draft.find("Bonn"), annotation, True)
    draft.track()
    draft.replace("Anna", "Hanna")


def hyperlink(draft):
    draft.find("Köln").HyperLinkURL = "https://example.org/"
    draft.track()
    draft.replace("Köln", "Bergheim")


def moved_by_cutting(draft):
    draft.track()
    draft.select(draft.paragraph("Kassiererin"))
    draft.dispatch("Cut")
    draft.go_to(draft.find("Gruß").Start)
    draft.dispatch("Paste")


def moved_up(draft):
    draft.track()
    draft.go_to(draft.find("Kassiererin").Start)
    draft.dispatch("MoveUp")


drafts = [
    words,
    paragraph_deleted,
    paragraph_inserted,
    paragraph_split,
    paragraphs_joined,
    deleted_across_paragraphs,
    everything,
    inserted_and_deleted,
    formats,
    list_items,
    table_text,
    table_rows,
    table_deleted,
    footnotes,
    footnote_deleted,
    endnotes,
    header_and_footer,
    text_frame,
    field,
    comment,
    hyperlink,
    moved_by_cutting,
    moved_up,
]


def make(office, folder):
    for change in drafts:
        draft = Draft(office)
        change(draft)
        path = folder / f"made-{change.__name__.replace('_', '-')}.docx"
        draft.document.storeToURL(path.as_uri(), options(FilterName="MS Word 2007 XML"))
        draft.document.close(True)


# So that LibreOffice is ended when this program is.
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
task, folder = sys.argv[1], Path(sys.argv[2])
with start_office() as office:
    if task == "make":
        make(office, folder)
    else:
        convert(office, folder, task == "accept")
