import os
import re


def is_valid(token):
    return re.search(os.environ["PATTERN"], token) is not None
