"""`companion` and `python -m companion`: the command line."""

import sys

EVERYTHING = "caylus-companion[server,print]"


def main() -> None:
    """Run the command. If a package is missing, because only a part was installed, say what brings it."""
    try:
        from companion.cli import main as command

        command(prog_name="companion")
    except ModuleNotFoundError as error:
        if (error.name or "companion").startswith("companion"):
            raise
        sys.exit(f"companion: {error.name} is not installed. Everything is with: pip install '{EVERYTHING}'")


if __name__ == "__main__":
    main()
