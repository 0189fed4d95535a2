"""What users have as a corpus, read as passages; what cannot be read is told in one sentence."""

import io
import json
import sys
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest

from stumper.datasets.wiki_pages import bundled_pages
from stumper.errors import BadData, MissingExtra
from stumper.retrieval import Index
from stumper.retrieval.blocks import Block, html_blocks
from stumper.retrieval.corpus import chunks, corpus_fingerprint, open_corpus, read_passages, unread
from stumper.retrieval.passages import PassageIndex
from stumper.types import Passage

LONGEST = 1_000


def passages(path: Path) -> list[Passage]:
    return list(read_passages(path))


def fault(path: Path) -> str:
    with pytest.raises(BadData) as raised:
        open_corpus(str(path), LONGEST)
    return str(raised.value)


def test_plain_text_is_cut_at_its_paragraphs(tmp_path: Path) -> None:
    (tmp_path / "rivers.txt").write_text("The Velm is\na river.\n\nIt ends in a lake.\n")
    assert passages(tmp_path) == [Passage("rivers.txt#1", "The Velm is a river.\nIt ends in a lake.", "rivers")]


def test_passages_of_markdown_stand_under_their_headings(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    rivers = "# Rivers\n\nThe **Velm** is a [river](http://x.y).\n\n- It ends.\n\n"
    (tmp_path / "notes" / "a.md").write_text(f"---\nauthor: me\n---\n{rivers}## Towns\n\nTarn &amp; Oslo.\n")
    assert passages(tmp_path) == [
        Passage("notes/a.md#1", "The Velm is a river.\nIt ends.", "Rivers"),
        Passage("notes/a.md#2", "Tarn & Oslo.", "Towns"),
    ]


def test_html_loses_its_tags_and_what_is_not_to_be_read() -> None:
    page = (
        "<html><head><title>Rivers</title><style>p {}</style><script>let x = '<p>no';</script></head><body>"
        "<nav><ul><li>Home</ul></nav><h2>The <i>Velm</i></h2><p>It &lt; runs<br>north.<p>Fast<table><tr><td>1<td>2"
        "</table><svg><text>no</text></svg></body>"
    )
    assert html_blocks(page) == [
        Block("Rivers", True), Block("The Velm", True), Block("It < runs north."), Block("Fast"), Block("1 2")
    ]  # fmt: skip


def test_a_long_paragraph_is_parted_between_sentences() -> None:
    sentence = " ".join(["word"] * 39) + " end."
    found = list(chunks([Block(" ".join([sentence.capitalize()] * 5))], "a.txt", "a"))
    assert [len(one.text.split()) for one in found] == [120, 80]
    assert [one.id for one in found] == ["a.txt#1", "a.txt#2"]


def test_a_sentence_longer_than_a_passage_is_parted_between_words() -> None:
    found = list(chunks([Block(" ".join(["word"] * 400))], "a.txt", "a"))
    assert [len(one.text.split()) for one in found] == [150, 150, 100]


def test_short_paragraphs_share_a_passage_until_it_has_enough() -> None:
    blocks = [Block(" ".join(["word"] * size)) for size in (60, 50, 40, 120)]
    assert [len(one.text.split()) for one in chunks(blocks, "a", "a")] == [110, 40, 120]


def test_a_pdf_is_read_page_by_page(tmp_path: Path) -> None:
    pytest.importorskip("pypdf", reason="pypdf is not installed: pip install 'stumper[pdf]'")
    (tmp_path / "a.pdf").write_bytes(pdf_of("The Velm is a river."))
    assert passages(tmp_path) == [Passage("a.pdf#1", "The Velm is a river.", "a")]


def test_a_pdf_without_text_is_told(tmp_path: Path, caplog) -> None:
    pytest.importorskip("pypdf", reason="pypdf is not installed: pip install 'stumper[pdf]'")
    (tmp_path / "scan.pdf").write_bytes(pdf_of(""))
    assert fault(tmp_path).endswith("holds no text: there is nothing to read in its files. Name others.")
    assert "scan.pdf: it holds no text, as scans do not, and is left out." in caplog.text


def test_a_pdf_without_pypdf_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdf", None)
    (tmp_path / "a.pdf").write_bytes(pdf_of("The Velm is a river."))
    with pytest.raises(MissingExtra) as raised:
        passages(tmp_path)
    assert str(raised.value) == f"'{tmp_path / 'a.pdf'}' needs pypdf: pip install 'stumper[pdf]'."


def test_a_damaged_pdf_is_told(tmp_path: Path) -> None:
    pytest.importorskip("pypdf", reason="pypdf is not installed: pip install 'stumper[pdf]'")
    (tmp_path / "a.pdf").write_bytes(b"no pdf")
    assert "a.pdf: no PDF whose text can be read (" in fault(tmp_path)


def test_a_word_document_is_read_with_its_lists_and_tables_and_without_what_was_deleted(tmp_path: Path) -> None:
    cell = "<w:tc><w:p><w:r><w:t>{}</w:t></w:r></w:p></w:tc>"
    box = "<w:txbxContent><w:p><w:r><w:t>In a box.</w:t></w:r></w:p></w:txbxContent>"
    (tmp_path / "a.docx").write_bytes(docx_of(
        '<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Rivers</w:t></w:r></w:p>'
        '<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>Rivers 1</w:t></w:r></w:p>'
        "<w:p><w:r><w:t>The </w:t></w:r><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:ins><w:r><w:t>Velm"
        "</w:t></w:r></w:ins><w:r><w:tab/><w:t>runs</w:t><w:br/><w:t>north.</w:t></w:r></w:p>"
        "<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>It ends</w:t></w:r><w:hyperlink><w:r><w:t> here.</w:t></w:r>"
        f"</w:hyperlink></w:p><w:tbl><w:tr>{cell.format('Length')}{cell.format('12 km')}</w:tr><w:tr>"
        f"{cell.format('Depth')}{cell.format('3 m')}</w:tr></w:tbl>"
        f"<w:p><w:r><mc:AlternateContent><mc:Choice>{box}</mc:Choice><mc:Fallback>{box}</mc:Fallback>"
        "</mc:AlternateContent></w:r></w:p>"
    ))  # fmt: skip
    text = "The Velm runs north.\nIt ends here.\nLength 12 km\nDepth 3 m\nIn a box."
    assert passages(tmp_path) == [Passage("a.docx#1", text, "Rivers")]


def test_a_word_document_without_text_is_told(tmp_path: Path, caplog) -> None:
    (tmp_path / "a.docx").write_bytes(docx_of("<w:p/>"))
    assert fault(tmp_path).endswith("holds no text: there is nothing to read in its files. Name others.")
    assert "a.docx: it holds no text, as scans do not, and is left out." in caplog.text


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"no zip", "File is not a zip file"),
        (lambda: docx_of("<w:p>"), "mismatched tag"),
        (lambda: docx_of("", head='<?xml version="1.0" encoding="nonesuch"?>'), "unknown encoding: nonesuch"),
        (lambda: docx_of("", part="xl/workbook.xml"), "it has no part word/document.xml"),
        (lambda: docx_of("<w:p><w:r><w:t>A river.</w:t></w:r></w:p>")[:-60], "File is not a zip file"),
        (lambda: docx_of("<w:a>" * 5_000 + "</w:a>" * 5_000), "maximum recursion depth exceeded"),
    ],
)
def test_a_damaged_word_document_is_told(tmp_path: Path, content, why: str) -> None:
    (tmp_path / "a.docx").write_bytes(content if isinstance(content, bytes) else content())
    told = fault(tmp_path)
    assert told.startswith(f"{tmp_path / 'a.docx'}: no Word document whose text can be read ({why}")
    assert told.endswith("). Save it as text, or take it out.")


def test_a_squad_file_has_a_passage_a_paragraph(tmp_path: Path) -> None:
    paragraphs = [
        {"context": text, "qas": [{"id": f"{text}{n}", "question": "Q?", "answers": [{"text": "A", "answer_start": 0}]}
                                  for n in range(2)]}
        for text in ("A river.", "A lake.")
    ]  # fmt: skip
    path = tmp_path / "squad.json"
    path.write_text(json.dumps({"version": "1.1", "data": [{"title": "Velm", "paragraphs": paragraphs}]}))
    assert passages(path) == [Passage("Velm/0", "A river.", "Velm"), Passage("Velm/1", "A lake.", "Velm")]


def test_open_questions_bring_their_gold_and_their_given_passages(tmp_path: Path) -> None:
    row = {"id": "1", "question": "Q?", "answers": ["a"], "gold_passages": [{"id": "g", "text": "Gold."}],
           "passages": [{"id": "p", "text": "Given.", "title": "T"}, {"id": "g", "text": "Gold."}]}  # fmt: skip
    path = tmp_path / "open.jsonl"
    path.write_text(json.dumps(row) + "\n" + json.dumps({**row, "id": "2"}) + "\n")
    assert passages(path) == [Passage("p", "Given.", "T"), Passage("g", "Gold.")]


def test_json_lines_of_passages_are_read(tmp_path: Path) -> None:
    path = tmp_path / "passages.jsonl"
    path.write_text('{"id": "a", "text": "One.", "title": "T"}\n\n{"id": 2, "text": "Two."}\n')
    assert passages(path) == [Passage("a", "One.", "T"), Passage("2", "Two.")]


def test_pages_are_a_passage_each_under_their_ids(tmp_path: Path) -> None:
    line = {"id": "Ada_Lovelace", "text": "", "lines": "0\tAda wrote.\n1\t\n2\tShe counted."}
    (tmp_path / "wiki.jsonl").write_text(json.dumps(line) + "\n")
    page = [Passage("Ada_Lovelace", "Ada wrote. She counted.", "Ada Lovelace")]
    assert passages(tmp_path) == passages(tmp_path / "wiki.jsonl") == page


def test_an_index_of_pages_is_a_corpus_of_them(tmp_path: Path) -> None:
    Index.build(bundled_pages().pages[:3], tmp_path / "index")
    assert [one.id for one in passages(tmp_path / "index")] == [page.id for page in bundled_pages().pages[:3]]


def test_the_bundled_corpus_has_a_passage_a_page() -> None:
    assert [one.id for one in open_corpus("bundled", 20_000)] == [page.id for page in bundled_pages().pages]


def test_an_index_of_passages_is_opened_and_not_built(tmp_path: Path) -> None:
    PassageIndex.build([Passage("a", "A river.")], tmp_path / "index")
    assert list(open_corpus(str(tmp_path / "index"), LONGEST)) == [Passage("a", "A river.")]


def test_the_fingerprint_is_of_the_texts_and_not_of_where_they_lie(tmp_path: Path) -> None:
    for name, text in (("one", "A river."), ("two", "A river."), ("three", "A lake.")):
        (tmp_path / name / "sub").mkdir(parents=True)
        (tmp_path / name / "sub" / "a.txt").write_text(text)
    one, two, three = (corpus_fingerprint(str(tmp_path / name)) for name in ("one", "two", "three"))
    assert one == two != three
    (tmp_path / "two" / "sub" / "a.txt").rename(tmp_path / "two" / "a.txt")  # its passages have other ids
    assert corpus_fingerprint(str(tmp_path / "two")) != one


def test_hidden_files_and_those_of_other_kinds_are_no_texts(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    for name in (".git/a.txt", ".b.txt", "c.png"):
        (tmp_path / name).write_text("A river.")
    assert fault(tmp_path) == (
        f"{tmp_path} holds no text: no file ends in .txt, .md, .markdown, .html, .htm, .pdf, .docx. Put texts there, "
        "or name another folder."
    )


def test_files_that_are_not_read_are_told_once_with_their_kinds(tmp_path: Path, caplog) -> None:
    for name in ("a.txt", "sub/plan.odt", "sub/old.ODT", "map.png", "Makefile", ".hidden.odt", "~$plan.docx"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("A river.")
    assert len(open_corpus(str(tmp_path))) == 1
    assert [one.getMessage() for one in caplog.records] == [
        f"{tmp_path}: 4 files of .odt, .png and other kinds are not read, the first Makefile: what is searched ends "
        "in .txt, .md, .markdown, .html, .htm, .pdf, .docx. Save what is to be searched so, or keep it elsewhere."
    ]
    assert unread(str(tmp_path)) == "4 files of .odt, .png and other kinds"


def test_texts_beside_pages_in_json_lines_are_told(tmp_path: Path, caplog) -> None:
    line = {"id": "Ada_Lovelace", "text": "", "lines": "0\tAda wrote."}
    (tmp_path / "wiki.jsonl").write_text(json.dumps(line) + "\n")
    (tmp_path / "a.md").write_text("A river.")
    corpus_fingerprint(str(tmp_path))
    assert caplog.messages == [
        f"{tmp_path}: 1 file of .md is not read, the first a.md: what is searched ends in .jsonl, .jsonl.gz. Save what "
        "is to be searched so, or keep it elsewhere."
    ]


def test_an_index_has_no_file_that_is_not_read(tmp_path: Path) -> None:
    Index.build(bundled_pages().pages[:3], tmp_path / "pages")
    PassageIndex.build([Passage("a", "A river.")], tmp_path / "passages")
    assert unread(str(tmp_path / "pages")) == unread(str(tmp_path / "passages")) == unread("bundled") == ""


def test_a_folder_of_empty_files_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("\n \n")
    assert fault(tmp_path) == f"{tmp_path} holds no text: there is nothing to read in its files. Name others."


def test_a_text_that_is_not_utf8_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Üben".encode("latin-1"))
    assert fault(tmp_path) == f"{tmp_path / 'a.txt'}: not text: byte 0 is not UTF-8. Save the file as UTF-8."


def test_a_corpus_that_is_not_there_is_told(tmp_path: Path) -> None:
    assert fault(tmp_path / "none") == (
        f"There is no file or folder {tmp_path / 'none'}. Name a corpus: texts or a folder of them, a data set, "
        "passages or pages in JSON lines, or 'bundled'."
    )


def test_a_long_text_of_a_folder_is_parted_and_one_without_a_space_is_told(tmp_path: Path) -> None:
    (tmp_path / "long.txt").write_text("The mill was built by Ada in 1903. " * 6_000)
    assert max(len(one.text) for one in open_corpus(str(tmp_path), 1_000)) < 1_000
    (tmp_path / "one.txt").write_text("x" * 210_000)
    with pytest.raises(BadData) as told:
        open_corpus(str(tmp_path), 1_000)
    assert str(told.value) == (
        f"{tmp_path}: The passage 'one.txt#1' has 210,000 characters, and 1,000 are read at most. Part it."
    )


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (['{"id": "a", "text": "One."}', '{"id": "a", "text": "One."}'],
         "Two passages have the id 'a'. Give each its own."),
        (['{"id": "a", "text": " "}'], "line 1: the text is empty. Fill it in, or take the line out."),
        (['{"id": "a", "text": "' + "x" * 1_001 + '"}'],
         "The passage 'a' has 1,001 characters, and 1,000 are read at most. Part it."),
        (['{"id": "a", "text": "One."}', '{"id": "b"}'], "line 2 has no 'text'. Add it there, or name another file."),
    ],
)  # fmt: skip
def test_passages_that_cannot_be_used_are_told_with_their_file(lines, said, tmp_path: Path) -> None:
    path = tmp_path / "passages.jsonl"
    path.write_text("\n".join(lines))
    assert fault(path) == f"{path}: {said}"


def pdf_of(text: str) -> bytes:
    """A PDF of one page that says the text."""
    stream = f"BT /F1 12 Tf 72 720 Td ({text}) Tj ET" if text else ""
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R "
        "/Resources << /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> >>",
        f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
    ]
    body, places = "%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(body))
        body += f"{number} 0 obj\n{one}\nendobj\n"
    rows = "".join(f"{place:010} 00000 n \n" for place in places)
    table = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{rows}"
    return f"{body}{table}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n".encode()


def docx_of(body: str, part: str = "word/document.xml", head: str = "") -> bytes:
    """A Word document with this body, whose style "berschrift1" is the first heading's."""
    spaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="urn:mc"'
    style = '<w:style w:styleId="berschrift1"><w:name w:val="heading 1"/></w:style>'
    found = io.BytesIO()
    with ZipFile(found, "w", ZIP_DEFLATED) as parts:
        parts.writestr(part, f"{head}<w:document {spaces}><w:body>{body}</w:body></w:document>")
        parts.writestr("word/styles.xml", f"<w:styles {spaces}>{style}</w:styles>")
    return found.getvalue()
